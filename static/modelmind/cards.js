/**
 * Build the list of sources: one card a citation, with its evidence.
 */
import {element, link} from './dom.js'
import {placeParts, safeUrl, written} from './words.js'

/** @typedef {import('./render.js').Scene} Scene */
/** @typedef {import('./words.js').Labels} Labels */

/**
 * @param {Scene} scene
 * @returns {Element[]} The list, or nothing without citations
 */
export function sources({answer, id, labels, linked}) {
  if (!answer.citations?.length) return []
  const cards = answer.citations.map((citation) =>
    card(citation, id, labels, linked.has(citation.number)))
  return [element('section', {class: 'modelmind-sources', 'aria-label': labels.sources},
    element('ol', {class: 'modelmind-sources__list'}, ...cards))]
}

/** @param {any} citation @param {string} id @param {Labels} labels @param {boolean} hasBack */
function card(citation, id, labels, hasBack) {
  const isAvailable = citation.available !== false
  const number = written(citation.number, labels)
  const head = element('div', {class: 'modelmind-card__head'},
    element('p', {class: 'modelmind-card__title', dir: 'auto'}, citation.record))
  if (isAvailable && safeUrl(citation.action?.url)) {
    head.append(link(citation.action.url, citation.action.label || labels.open, labels,
      'modelmind-link modelmind-card__link'))
  }
  const place = placeParts(citation, labels).flatMap((part, index) =>
    index === 0 ? [element('bdi', {}, part)] : [' · ', element('bdi', {}, part)])
  const body = element('div', {class: 'modelmind-card__body'}, head,
    element('p', {class: 'modelmind-card__place'}, ...place))
  if (isAvailable) body.append(...proof(citation))
  const note = isAvailable ? citation.changed && labels.changed : labels.unavailable
  if (note) body.append(element('p', {class: 'modelmind-card__note'}, note))
  return element('li', {
    class: 'modelmind-card', id: `${id}-source-${citation.number}`, tabindex: '-1',
  }, hasBack ? backLink(citation.number, number, id, labels)
    : element('span', {class: 'modelmind-card__number'}, number), body)
}

/** @param {number} number @param {string} text @param {string} id @param {Labels} labels */
function backLink(number, text, id, labels) {
  return element('a', {
    class: 'modelmind-card__number', href: `#${id}-marker-${number}`, title: labels.back,
  }, text, element('span', {class: 'modelmind-hidden'}, ` ${labels.back}`))
}

/** @param {any} citation */
function proof(citation) {
  const marked = (isMarked, text) =>
    isMarked ? element('mark', {class: 'modelmind-mark'}, text) : text
  if (citation.fields?.length) {
    return [element('dl', {class: 'modelmind-card__fields'}, ...citation.fields.map((field) =>
      element('div', {class: 'modelmind-field'},
        element('dt', {class: 'modelmind-field__label'}, field.label || field.column),
        element('dd', {class: 'modelmind-field__value', dir: 'auto'},
          marked(field.marked, field.value)))))]
  }
  if (!citation.evidence?.length) return []
  return [element('blockquote', {class: 'modelmind-card__quote', dir: 'auto'},
    ...citation.evidence.map((piece) => marked(piece.m, piece.t)))]
}
