/**
 * An answer while it is written: plain text, one paragraph a block.
 */
import {element} from './dom.js'

export class Draft {
  root = element('div', {class: 'modelmind modelmind-answer'})
  #stage
  #isWriting = false
  /** @type {Map<number, Text>} */
  #texts = new Map()

  /** @param {string} stage - What is going on until the first words come */
  constructor(stage) {
    this.#stage = element('p', {class: 'modelmind-stage'}, stage)
    this.root.append(this.#stage)
  }

  get hasText() {
    return this.#texts.size > 0
  }

  /** @param {string} stage */
  say(stage) {
    this.#stage.textContent = stage
  }

  /** @param {string} text @param {number} block */
  add(text, block) {
    const known = this.#texts.get(block)
    if (known) return known.appendData(text)
    const node = document.createTextNode(text)
    this.#texts.set(block, node)
    this.#stage.before(element('p', {class: 'modelmind-text', dir: 'auto'}, node))
  }

  /** @param {string} note - Why nothing more comes; empty: nothing to say */
  end(note) {
    if (note === '') this.#stage.remove()
    else this.#stage.textContent = note
    this.#stage.classList.add('modelmind-stage--ended')
  }
}
