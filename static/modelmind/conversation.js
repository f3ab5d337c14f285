/**
 * The conversation inside a widget: one question at a time, and what becomes of it.
 */
import {Client} from './client.js'
import {element} from './dom.js'
import {Draft} from './draft.js'
import {assistantMessage, renderAnswer, userMessage} from './render.js'
import {Scroller} from './scroller.js'
import {TurnError, newId, refusal} from './turn.js'
import {answerLabels, coverageLine} from './words.js'

/** Two characters at least, or one of a script that writes words in one. */
const QUESTION = /..|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/su
let turnCount = 0

export class Conversation {
  #widget
  #around
  #scroller
  #client
  /** @type {AbortController | null} */
  #running = null
  #isRestored = false

  /** @param {import('./chat.js').ModelMindChat} widget */
  constructor(widget) {
    this.#widget = widget
    const client = new Client(widget.dataset)
    this.#client = client
    this.#around = {
      tables: JSON.parse(widget.dataset.modelmindLabels ?? '{}'),
      get csrf() { return client.csrf },
    }
    this.#scroller = new Scroller(widget.part('log'))
  }

  get isRunning() {
    return this.#running !== null
  }

  /** Start at the end of what the server rendered. */
  settle() {
    if (this.#log.querySelector('.modelmind-message')) {
      this.#isRestored = true
      this.#scroller.toEnd()
    }
  }

  /** Show the conversation the server remembers. Asked once, at the first opening. */
  async restore() {
    if (this.#isRestored) return
    this.#isRestored = true
    const messages = await this.#client.restore()
    if (this.isRunning || this.#log.querySelector('.modelmind-message')) return
    for (const message of messages) this.#append(this.#stored(message))
    this.#scroller.toEnd()
  }

  /** Begin anew; a running answer is stopped. */
  clear() {
    this.stop()
    this.#client.startNew()
    this.#isRestored = true
    for (const message of this.#log.querySelectorAll('.modelmind-message')) message.remove()
    this.#widget.part('empty').hidden = false
    this.#showError('')
    this.#say('')
  }

  /**
   * Ask, and show the answer as it is written.
   *
   * @param {string} question
   */
  async ask(question) {
    const text = question.trim()
    if (this.isRunning) return
    this.#showError('')
    if (!QUESTION.test(text)) return this.#showError(this.#labels.too_short)
    const before = new CustomEvent('modelmind:before-ask', {
      bubbles: true, cancelable: true, detail: {question: text},
    })
    if (!this.#widget.dispatchEvent(before)) return
    if (this.#field.value.trim() === text) this.#field.value = ''
    await this.#run(text, newId())
  }

  /** End the running turn. What was written stays. */
  stop() {
    this.#running?.abort()
  }

  /** @param {Element} target - Element of the conversation to bring into view */
  reveal(target) {
    this.#scroller.reveal(target)
  }

  /** @param {string} text @param {string} turnId */
  async #run(text, turnId) {
    const running = new AbortController()
    this.#setRunning(running)
    const question = this.#append(userMessage(text, this.#around))
    const draft = new Draft(this.#labels.searching)
    const message = this.#append(assistantMessage(draft.root, this.#around))
    this.#scroller.toEnd()
    try {
      await this.#read(text, turnId, draft, running.signal)
    } catch (error) {
      if (running.signal.aborted) draft.end(this.#unchecked(this.#labels.stopped))
      else this.#fail(error, {draft, question, message, text, turnId})
    } finally {
      if (this.#running === running) this.#setRunning(null)
    }
  }

  /** @param {string} question @param {string} turnId @param {Draft} draft @param {AbortSignal} signal */
  async #read(question, turnId, draft, signal) {
    const handlers = {
      status: (data) => draft.say(this.#labels[data.stage] ?? ''),
      delta: (data) => draft.add(data.delta, data.block ?? 0),
      error: (data) => { throw refusal(data) },
    }
    this.#say(this.#labels.searching)
    for await (const {event, data} of this.#client.ask(question, turnId, signal)) {
      if (signal.aborted) throw new TurnError('')
      if (event === 'done') return this.#finish(data, draft)
      if (!Object.hasOwn(handlers, event)) continue
      handlers[event](data)
      this.#scroller.follow()
    }
    throw new TurnError('', {isLost: true})
  }

  /** @param {any} answer @param {Draft} draft */
  #finish(answer, draft) {
    draft.root.replaceWith(renderAnswer(answer, this.#answerId(), this.#around))
    const labels = answerLabels(this.#around.tables, answer.lang)
    const line = answer.coverage && coverageLine(labels, answer.coverage, answer.status)
    this.#say(`${this.#labels.complete} ${line?.text ?? ''}`.trim())
    this.#scroller.follow()
    this.#emit('modelmind:answer', {answer})
  }

  /** @param {unknown} error @param {any} turn */
  #fail(error, {draft, question, message, text, turnId}) {
    const isLost = error instanceof TurnError && error.isLost
    const told = error instanceof TurnError ? error.message : ''
    const reason = told || (isLost && !draft.hasText ? this.#labels.offline : this.#labels.error)
    const retry = element('button', {class: 'modelmind-action', type: 'button'}, this.#labels.retry)
    draft.end(draft.hasText ? this.#unchecked(this.#labels.interrupted) : '')
    draft.root.append(element('p', {class: 'modelmind-problem', dir: 'auto'}, reason), retry)
    retry.addEventListener('click', () => {
      if (this.isRunning) return
      question.remove()
      message.remove()
      this.#field.focus()
      // A lost turn may have been finished on the server: the same id brings its answer.
      void this.#run(text, isLost ? turnId : newId())
    })
    this.#say(reason)
    this.#scroller.follow()
    this.#emit('modelmind:error', {message: reason})
  }

  /** @param {any} message */
  #stored(message) {
    if (message.role === 'user') return userMessage(message.content, this.#around)
    return assistantMessage(renderAnswer(message, this.#answerId(), this.#around), this.#around)
  }

  /** @param {string} end - How the turn ended */
  #unchecked(end) {
    return `${end} · ${this.#labels.coverage_unchecked}`
  }

  #answerId() {
    turnCount += 1
    return `${this.#widget.id}-answer-${turnCount}`
  }

  /** @param {AbortController | null} running */
  #setRunning(running) {
    this.#running = running
    this.#widget.part('send').hidden = running !== null
    this.#widget.part('stop').hidden = running === null
    this.#log.setAttribute('aria-busy', String(running !== null))
  }

  /** @param {Element} message */
  #append(message) {
    this.#widget.part('empty').hidden = true
    this.#log.append(message)
    return message
  }

  /** @param {string} text */
  #say(text) {
    this.#widget.part('status').textContent = text
  }

  /** @param {string} text */
  #showError(text) {
    const line = this.#widget.part('error')
    line.textContent = text
    line.hidden = text === ''
  }

  /** @param {string} type @param {object} detail */
  #emit(type, detail) {
    this.#widget.dispatchEvent(new CustomEvent(type, {bubbles: true, detail}))
  }

  get #labels() {
    return this.#around.tables.page
  }

  get #log() {
    return this.#widget.part('log')
  }

  get #field() {
    return this.#widget.part('field')
  }
}
