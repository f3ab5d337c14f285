/**
 * Build the text of an answer: blocks, claims, and the markers behind each claim.
 */
import {element, link} from './dom.js'
import {filled, written} from './words.js'

/** @typedef {import('./render.js').Scene} Scene */
/** @typedef {import('./words.js').Labels} Labels */

const SPANS = {
  b: (text) => element('strong', {}, text),
  i: (text) => element('em', {}, text),
  code: (text) => element('code', {class: 'modelmind-code', dir: 'ltr'}, text),
  name: (text) => element('bdi', {}, text),
  link: (text, href, labels) => link(href, text, labels, 'modelmind-link'),
}

/**
 * @param {Scene} scene - Takes the numbers that were marked
 * @returns {Element[]}
 */
export function blocks(scene) {
  const {answer} = scene
  if (answer.blocks?.length) return answer.blocks.map((block) => renderBlock(block, scene))
  return [element('p', {class: 'modelmind-text', dir: 'auto'}, answer.answer ?? answer.content ?? '')]
}

/** @param {any} block @param {Scene} scene */
function renderBlock(block, scene) {
  const dir = block.dir ?? 'auto'
  const content = () => segments(block.segments, scene)
  switch (block.type) {
    case 'ul':
    case 'ol':
      return element(block.type, {class: 'modelmind-list', dir}, ...block.items.map((item) =>
        element('li', {class: 'modelmind-list__item'}, ...segments(item, scene))))
    case 'table':
      return table(block.rows, dir, scene)
    case 'pre':
      return element('pre', {class: 'modelmind-pre', dir: 'ltr', tabindex: '0'}, ...content())
    case 'quote':
      return element('blockquote', {class: 'modelmind-quote', dir}, ...content())
    case 'h':
      return element('p', {class: 'modelmind-heading', dir}, ...content())
    default:
      return element('p', {class: 'modelmind-text', dir}, ...content())
  }
}

/** @param {any[][]} rows @param {string} dir @param {Scene} scene */
function table(rows, dir, scene) {
  const body = rows.map((row, index) => element('tr', {}, ...row.map((cell) => index === 0
    ? element('th', {class: 'modelmind-table__head', scope: 'col'}, ...segments(cell, scene))
    : element('td', {class: 'modelmind-table__cell'}, ...segments(cell, scene)))))
  return element('div', {class: 'modelmind-table', tabindex: '0', role: 'group'},
    element('table', {class: 'modelmind-table__grid', dir}, element('tbody', {}, ...body)))
}

/** @param {any[] | undefined} items @param {Scene} scene */
function segments(items, scene) {
  return (items ?? []).flatMap((segment) => renderSegment(segment, scene))
}

/** @param {any} segment @param {Scene} scene */
function renderSegment(segment, {answer, id, labels, linked}) {
  const numbers = segment.citations ?? []
  const cited = numbers.flatMap((number) =>
    (answer.citations ?? []).filter((citation) => citation.number === number))
  // A number that leads nowhere is never shown; its claim has no source then.
  const isOrphan = numbers.length > 0 && cited.length === 0 && segment.support === 'supported'
  const support = isOrphan ? 'unsupported' : segment.support ?? 'none'
  const isFlagged = support === 'unsupported' || support === 'contradicted'
  const hasMarks = isFlagged || cited.length > 0
  const last = segment.spans.at(-1)?.text ?? ''
  const gap = hasMarks ? last.slice(last.trimEnd().length) : ''
  const spans = segment.spans.map((span, index) => {
    const isLast = index === segment.spans.length - 1
    const text = isLast && hasMarks ? span.text.trimEnd() : span.text
    return SPANS[span.kind]?.(text, span.href, labels) ?? text
  })
  const parts = [
    element('span', {class: `modelmind-claim modelmind-claim--${support}`}, ...spans)]
  for (const citation of cited) {
    parts.push(marker(citation, id, labels, !linked.has(citation.number)))
    linked.add(citation.number)
  }
  if (isFlagged) parts.push(flag(support, id, labels))
  return gap ? [...parts, gap] : parts
}

/** @param {any} citation @param {string} id @param {Labels} labels @param {boolean} isFirst */
function marker(citation, id, labels, isFirst) {
  const name = filled(labels.source, labels, citation)
  return element('a', {
    class: 'modelmind-marker', id: isFirst ? `${id}-marker-${citation.number}` : null,
    href: `#${id}-source-${citation.number}`, role: 'doc-noteref', 'aria-label': name, title: name,
  }, written(citation.number, labels))
}

/** @param {string} support @param {string} id @param {Labels} labels */
function flag(support, id, labels) {
  return element('a', {
    class: `modelmind-marker modelmind-marker--${support}`, href: `#${id}-coverage`,
    'aria-label': labels[support], title: labels[support],
  }, support === 'unsupported' ? '?' : '!')
}
