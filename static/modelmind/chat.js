/**
 * The element around the server's HTML: opening and closing, asking and showing.
 */
import {Conversation} from './conversation.js'

const NARROW = '(max-width: 479px), (max-height: 419px)'
const TOUCH = '(hover: none) and (pointer: coarse)'

export class ModelMindChat extends HTMLElement {
  /** @type {AbortController | null} */
  #listeners = null
  /** @type {Conversation | null} */
  #conversation = null
  #isComposing = false

  /** Define the element, unless the page already has it. */
  static define(tag = 'modelmind-chat', registry = customElements) {
    if (!registry.get(tag)) registry.define(tag, ModelMindChat)
  }

  connectedCallback() {
    if (this.#listeners) return
    this.#listeners = new AbortController()
    this.#conversation = new Conversation(this)
    const {signal} = this.#listeners
    const listen = (target, type, handler) =>
      target?.addEventListener(type, handler.bind(this), {signal})
    const field = this.part('field')
    listen(this.part('launcher'), 'click', this.#onLauncher)
    listen(this.part('close'), 'click', this.close)
    listen(this.part('panel'), 'close', this.#onClosed)
    listen(this.part('stop'), 'click', this.#onStop)
    listen(this.part('new'), 'click', this.#onNew)
    listen(this, 'submit', this.#onSubmit)
    listen(this, 'click', this.#onJump)
    listen(this, 'keydown', this.#onEscape)
    listen(field, 'keydown', this.#onFieldKey)
    listen(field, 'input', this.#fitField)
    listen(field, 'compositionstart', () => { this.#isComposing = true })
    // Safari ends the composition before it reports the Enter that ended it.
    listen(field, 'compositionend', () => setTimeout(() => { this.#isComposing = false }))
    listen(window, 'modelmind:toggle', this.toggle)
    listen(window, 'modelmind:open', this.open)
    listen(window, 'modelmind:close', this.close)
    this.part('new').hidden = false
    this.#conversation.settle()
    this.#upgradeLauncher()
  }

  disconnectedCallback() {
    this.#listeners?.abort()
    this.#listeners = null
    this.#conversation?.stop()
  }

  /**
   * @param {string} name
   * @returns {any} The part of the widget with this name, if it has one
   */
  part(name) {
    return this.querySelector(`[data-modelmind-part="${name}"]`)
  }

  /** @returns {boolean} Whether the panel is shown */
  get isOpen() {
    const panel = this.part('panel')
    return !(panel instanceof HTMLDialogElement) || panel.open
  }

  /** Show the panel and put the focus where one writes. */
  open() {
    if (this.isOpen) return
    const panel = this.part('panel')
    if (matchMedia(NARROW).matches) panel.showModal()
    else panel.show()
    this.#reflect(this.isOpen)
    // On a phone a focused field brings the keyboard up and hides the conversation.
    const start = matchMedia(TOUCH).matches ? panel.querySelector('[tabindex="-1"]') : this.part('field')
    start?.focus()
    this.#conversation?.restore()
    this.dispatchEvent(new CustomEvent('modelmind:opened', {bubbles: true}))
  }

  /** Hide the panel; the focus goes back to where it was. */
  close() {
    const panel = this.part('panel')
    if (!(panel instanceof HTMLDialogElement) || !panel.open) return
    // The launcher must be visible again for the browser to give it the focus back.
    this.#reflect(false)
    panel.close()
  }

  /** Show the panel, or hide it. */
  toggle() {
    if (this.isOpen) this.close()
    else this.open()
  }

  /**
   * Ask a question as if the visitor had sent it.
   *
   * @param {string} text
   */
  async ask(text) {
    await this.#conversation?.ask(text)
  }

  #upgradeLauncher() {
    const launcher = this.part('launcher')
    if (!launcher) return
    launcher.setAttribute('role', 'button')
    launcher.setAttribute('aria-haspopup', 'dialog')
    launcher.setAttribute('aria-controls', this.part('panel').id)
    this.#reflect(this.isOpen)
  }

  /** @param {boolean} isOpen */
  #reflect(isOpen) {
    this.dataset.modelmindState = isOpen ? 'open' : 'closed'
    this.part('launcher')?.setAttribute('aria-expanded', String(isOpen))
  }

  #onClosed() {
    this.#reflect(this.isOpen)
    if (document.activeElement === document.body) this.part('launcher')?.focus()
    this.dispatchEvent(new CustomEvent('modelmind:closed', {bubbles: true}))
  }

  /** @param {MouseEvent} event */
  #onLauncher(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    this.toggle()
  }

  #onStop() {
    this.#conversation?.stop()
    this.part('field').focus()
  }

  #onNew() {
    this.#conversation?.clear()
    this.part('field').focus()
  }

  /** @param {SubmitEvent} event */
  #onSubmit(event) {
    const form = /** @type {HTMLElement} */ (event.target)
    const {modelmindPart, modelmindConfirm} = form.dataset
    if (modelmindConfirm && !window.confirm(modelmindConfirm)) event.preventDefault()
    if (modelmindPart !== 'form' && modelmindPart !== 'starter') return
    event.preventDefault()
    const starter = /** @type {HTMLButtonElement | null} */ (event.submitter)
    const field = this.part('field')
    const isStarter = modelmindPart === 'starter'
    const text = isStarter ? starter?.value ?? '' : field.value
    void this.ask(text)
    if (isStarter) field.focus()
    this.#fitField()
  }

  /** @param {KeyboardEvent} event */
  #onFieldKey(event) {
    if (event.key !== 'Enter') return
    if (event.isComposing || event.keyCode === 229 || this.#isComposing) return
    const isForced = event.ctrlKey || event.metaKey
    if (!isForced && (event.shiftKey || event.altKey || matchMedia(TOUCH).matches)) return
    event.preventDefault()
    this.part('form').requestSubmit()
  }

  /** @param {KeyboardEvent} event */
  #onEscape(event) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    if (event.isComposing || this.#isComposing || !this.part('launcher')) return
    event.preventDefault()
    this.close()
  }

  /**
   * Move to the card of a marker, or back, inside the widget: the page stays where it is
   * and its address keeps its own fragment.
   *
   * @param {MouseEvent} event
   */
  #onJump(event) {
    const link = /** @type {Element} */ (event.target).closest('a[href^="#"]')
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const target = document.getElementById(link.getAttribute('href').slice(1))
    if (!target || !this.contains(target)) return
    event.preventDefault()
    target.focus({preventScroll: true})
    this.#conversation?.reveal(target)
  }

  #fitField() {
    const field = this.part('field')
    field.style.setProperty('block-size', 'auto')
    field.style.setProperty('block-size', `${Math.min(field.scrollHeight, 154)}px`)
  }
}
