/**
 * What the widget asks the server, and what it must remember to be let in.
 */
import {TurnError, events, send} from './turn.js'

export class Client {
  #urls
  /** @type {string | undefined} */
  #csrf
  /** @type {string | null} */
  #sessionId
  #startsNew = false

  /** @param {DOMStringMap} data - The `data-modelmind-…` attributes of the widget */
  constructor(data) {
    this.#urls = {
      ask: data.modelmindStreamUrl ?? data.modelmindChatUrl ?? '',
      session: data.modelmindSessionUrl ?? '',
    }
    this.#csrf = data.modelmindCsrf
    this.#sessionId = data.modelmindSessionId ?? null
  }

  /** @returns {string | undefined} Token for the forms of the application */
  get csrf() {
    return this.#csrf
  }

  /** Let the next question begin a conversation of its own. */
  startNew() {
    this.#sessionId = null
    this.#startsNew = true
  }

  /**
   * Ask, and yield the events of the turn. What can be mended is tried once more: a token
   * that grew old, a conversation that ended.
   *
   * @param {string} question
   * @param {string} turnId - Repeated, it never asks a second time
   * @param {AbortSignal} signal
   * @throws {TurnError} The question was refused, or its answer was lost
   */
  async* ask(question, turnId, signal) {
    try {
      yield* this.#attempt(question, turnId, signal)
    } catch (error) {
      if (!await this.#mend(error)) throw error
      yield* this.#attempt(question, turnId, signal)
    }
  }

  /**
   * Load the conversation the server remembers.
   *
   * @returns {Promise<any[]>} Its messages, oldest first
   */
  async restore() {
    const {session_id: id, messages} = await this.#session()
    if (this.#sessionId !== null || this.#startsNew) return []
    this.#sessionId = id ?? null
    return messages ?? []
  }

  /** @param {string} question @param {string} turnId @param {AbortSignal} signal */
  async* #attempt(question, turnId, signal) {
    const body = {
      question, turn_id: turnId, session_id: this.#sessionId, new_session: this.#startsNew,
    }
    const response = await send(this.#urls.ask, body, {csrf: this.#csrf, signal})
    for await (const event of events(response)) {
      if (event.data.session_id) {
        this.#sessionId = event.data.session_id
        this.#startsNew = false
      }
      yield event
    }
  }

  /** @param {unknown} error @returns {Promise<boolean>} Whether asking again may help */
  async #mend(error) {
    if (!(error instanceof TurnError)) return false
    if (error.code === 'not_found' && this.#sessionId !== null) {
      this.#sessionId = null
      return true
    }
    if (error.code !== 'csrf') return false
    const {csrf_token: token} = await this.#session()
    this.#csrf = token ?? undefined
    return Boolean(token)
  }

  /** @returns {Promise<any>} Body of the session endpoint; empty when there is none */
  async #session() {
    try {
      const response = await fetch(this.#urls.session, {headers: {Accept: 'application/json'}})
      return response.ok ? await response.json() : {}
    } catch {
      return {}
    }
  }
}
