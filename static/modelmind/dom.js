/**
 * Make elements. Text goes in as text, and no address that a browser should not follow.
 */
import {safeUrl} from './words.js'

/** @typedef {import('./words.js').Labels} Labels */

/**
 * @param {string} tag
 * @param {Record<string, string | null | undefined>} attributes - Absent ones are left out
 * @param {...(Node | string)} children
 */
export function element(tag, attributes, ...children) {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}

/**
 * Make a link, or its text alone when the address is not one to follow.
 *
 * @param {unknown} url
 * @param {string} text
 * @param {Labels} labels
 * @param {string} style - Class of the link
 * @returns {Element | string}
 */
export function link(url, text, labels, style) {
  const href = safeUrl(url)
  if (!href) return text
  if (new URL(href, document.baseURI).origin === location.origin) {
    return element('a', {class: style, href}, text)
  }
  return element('a', {
    class: `${style} modelmind-link--external`, href, target: '_blank', rel: 'noopener noreferrer',
  }, text, element('span', {class: 'modelmind-hidden'}, ` ${labels.new_tab}`))
}
