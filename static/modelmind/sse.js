/**
 * Read server-sent events from text that arrives in pieces. No IO.
 *
 * Source: WHATWG HTML, section 9.2.6.
 */

/** Longest line that is waited for, in UTF-16 units. */
export const MAX_LINE_LENGTH = 1_048_576

/** @typedef {{event: string, data: string}} ServerEvent */

export class EventStreamDecoder {
  #pending = ''
  #isStart = true
  #isAfterReturn = false
  #event = ''
  /** @type {string[]} */
  #data = []

  /**
   * Take the next piece. An event counts once its blank line has arrived.
   *
   * @param {string} piece - Decoded text, cut anywhere
   * @returns {ServerEvent[]} Events that are complete now
   * @throws {RangeError} A line grew beyond MAX_LINE_LENGTH
   */
  feed(piece) {
    const lines = this.#lines(piece)
    /** @type {ServerEvent[]} */
    const events = []
    for (const line of lines) {
      if (line === '') this.#dispatch(events)
      else this.#take(line)
    }
    return events
  }

  /** @param {string} piece */
  #lines(piece) {
    if (piece === '') return []
    // A line feed after a carriage return that ended the last piece ends no second line.
    const isRest = this.#isAfterReturn && piece.startsWith('\n')
    this.#isAfterReturn = piece.endsWith('\r')
    const text = isRest ? piece.slice(1) : this.#isStart ? piece.replace(/^\uFEFF/, '') : piece
    this.#isStart = false
    const lines = (this.#pending + text).split(/\r\n|\n|\r/)
    this.#pending = lines.pop() ?? ''
    if (this.#pending.length > MAX_LINE_LENGTH) throw new RangeError('line too long')
    return lines
  }

  /** @param {string} line */
  #take(line) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') this.#event = value
    else if (field === 'data') this.#data.push(value)
  }

  /** @param {ServerEvent[]} events */
  #dispatch(events) {
    if (this.#data.length > 0) {
      events.push({event: this.#event || 'message', data: this.#data.join('\n')})
    }
    this.#event = ''
    this.#data = []
  }
}
