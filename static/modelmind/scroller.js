/**
 * Keep the end of a conversation in view while the reader is there, and only then.
 */

/** How far from the end still counts as being there, in CSS pixels. */
const NEAR_END = 48

export class Scroller {
  #log
  #isFollowing = true

  /** @param {HTMLElement} log - Scrolls itself, or with the page */
  constructor(log) {
    this.#log = log
    const target = this.#view === log ? log : document
    target.addEventListener('scroll', () => { this.#isFollowing = this.#isNearEnd }, {passive: true})
  }

  /** Go to the end, and follow it from now on. */
  toEnd() {
    this.#isFollowing = true
    this.follow()
  }

  /** Go to the end if the reader is there. */
  follow() {
    if (this.#isFollowing) this.#view.scrollTop = this.#view.scrollHeight
  }

  /** @param {Element} target - What to bring into view; the reader stays there */
  reveal(target) {
    this.#isFollowing = false
    if (this.#view !== this.#log) return target.scrollIntoView({block: 'center'})
    const box = target.getBoundingClientRect()
    const view = this.#log.getBoundingClientRect()
    this.#log.scrollTop += box.top - view.top - Math.max(0, (view.height - box.height) / 2)
  }

  get #isNearEnd() {
    const {scrollHeight, scrollTop, clientHeight} = this.#view
    return scrollHeight - scrollTop - clientHeight <= NEAR_END
  }

  get #view() {
    const isOwn = getComputedStyle(this.#log).overflowY === 'auto'
    return isOwn ? this.#log : document.scrollingElement ?? this.#log
  }
}
