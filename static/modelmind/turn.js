/**
 * Ask one question and read the events of its turn, from a stream or from JSON.
 */
import {EventStreamDecoder} from './sse.js'

/** What the server, or the network, said went wrong. */
export class TurnError extends Error {
  /**
   * @param {string} message - Sentence for the visitor; empty when there is none to show
   * @param {{code?: string, isLost?: boolean}} [options] - Code of the server; whether the
   *   answer may exist there all the same
   */
  constructor(message, {code = '', isLost = false} = {}) {
    super(message)
    this.name = 'TurnError'
    this.code = code
    this.isLost = isLost || code === 'turn_running'
  }
}

/**
 * Send a question.
 *
 * @param {string} url
 * @param {object} body
 * @param {{csrf?: string, signal: AbortSignal}} options
 * @returns {Promise<Response>}
 * @throws {TurnError} The network failed
 */
export async function send(url, body, {csrf, signal}) {
  /** @type {Record<string, string>} */
  const headers = {
    Accept: 'text/event-stream, application/json',
    'Content-Type': 'application/json',
  }
  if (csrf) headers['X-CSRFToken'] = csrf
  try {
    return await fetch(url, {
      method: 'POST', headers, signal, body: JSON.stringify(body), credentials: 'same-origin',
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new TurnError('', {isLost: true})
  }
}

/**
 * Yield the events of a turn. A JSON answer counts as a stream of one `done`.
 *
 * @param {Response} response
 * @returns {AsyncGenerator<{event: string, data: any}>}
 * @throws {TurnError} The server refused, or the stream cannot be read
 */
export async function* events(response) {
  const type = response.headers.get('Content-Type') ?? ''
  const isJson = /^application\/([\w.-]+\+)?json\b/.test(type)
  if (!response.ok) throw isJson ? refusal(await parsed(response)) : new TurnError('')
  if (isJson) {
    yield {event: 'done', data: await parsed(response)}
  } else if (type.startsWith('text/event-stream') && response.body) {
    yield* streamed(response.body)
  } else {
    throw new TurnError('')
  }
}

/**
 * @param {any} payload - Error of the server, in its one shape
 * @returns {TurnError}
 */
export function refusal(payload) {
  const {code, message} = payload?.error ?? payload ?? {}
  const text = typeof message === 'string' ? message : ''
  return new TurnError(text, {code: typeof code === 'string' ? code : ''})
}

/** @param {Response} response */
async function parsed(response) {
  try {
    return await response.json()
  } catch {
    throw new TurnError('')
  }
}

/** @param {ReadableStream<Uint8Array>} body */
async function* streamed(body) {
  const reader = body.getReader()
  const text = new TextDecoder()
  const decoder = new EventStreamDecoder()
  try {
    for (;;) {
      const {done, value} = await reader.read()
      if (done) return
      for (const {event, data} of decoder.feed(text.decode(value, {stream: true}))) {
        yield {event, data: JSON.parse(data)}
      }
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new TurnError('', {isLost: true})
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** @returns {string} A new UUID; `crypto.randomUUID` is missing on insecure origins */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 0x0f) | 0x40
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
