/**
 * Build messages and answers. The same structure as the templates; text goes in as text.
 */
import {blocks} from './blocks.js'
import {sources} from './cards.js'
import {element, link} from './dom.js'
import {answerLabels, coverageLine, safeUrl} from './words.js'

/** @typedef {import('./words.js').Labels} Labels */
/** @typedef {import('./words.js').LabelTables} LabelTables */
/** @typedef {{tables: LabelTables, csrf?: string}} Surroundings */
/** @typedef {{answer: any, id: string, labels: Labels, linked: Set<number>}} Scene */

/**
 * @param {string} text - What the visitor asked
 * @param {Surroundings} around
 */
export function userMessage(text, around) {
  return element('article', {class: 'modelmind-message modelmind-message--user'},
    element('h3', {class: 'modelmind-hidden'}, around.tables.page.you),
    element('p', {class: 'modelmind-message__text', dir: 'auto'}, text))
}

/**
 * @param {Node} content - An answer, or what stands there until it is finished
 * @param {Surroundings} around
 */
export function assistantMessage(content, around) {
  return element('article', {class: 'modelmind-message modelmind-message--assistant'},
    element('h3', {class: 'modelmind-hidden'}, around.tables.page.assistant), content)
}

/**
 * @param {any} answer - Answer of a turn, or a stored assistant message
 * @param {string} id - Id of the element, unique on the page
 * @param {Surroundings} around
 */
export function renderAnswer(answer, id, around) {
  const labels = answerLabels(around.tables, answer.lang)
  const scene = {answer, id, labels, linked: new Set()}
  const root = element('div', {
    class: 'modelmind modelmind-answer', id, lang: answer.lang,
    dir: answer.dir ?? labels.dir, 'data-modelmind-status': answer.status ?? 'complete',
  })
  root.append(element('div', {class: 'modelmind-answer__text'}, ...blocks(scene)))
  root.append(...coverage(scene), ...sources(scene), ...actions(scene, around))
  return root
}

/** @param {Scene} scene */
function coverage({answer, id, labels}) {
  if (!answer.coverage || answer.status === 'refused') return []
  const line = coverageLine(labels, answer.coverage, answer.status ?? 'complete')
  const notes = line.notes.flatMap((note) =>
    [' · ', element('strong', {class: 'modelmind-coverage__note'}, note)])
  return [element('p', {
    class: `modelmind-coverage modelmind-coverage--${line.state}`, id: `${id}-coverage`,
  }, element('span', {class: 'modelmind-coverage__text'}, line.text, ...notes))]
}

/** @param {Scene} scene @param {Surroundings} around */
function actions({answer, labels}, around) {
  if (!answer.actions?.length) return []
  return [element('div', {class: 'modelmind-actions'},
    ...answer.actions.flatMap((action) => actionButton(action, labels, around)))]
}

/** @param {any} action @param {Labels} labels @param {Surroundings} around */
function actionButton(action, labels, around) {
  const style = action.primary ? 'modelmind-action modelmind-action--primary' : 'modelmind-action'
  const href = safeUrl(action.url)
  if (!href) return []
  if (action.method !== 'POST') return [link(href, action.label, labels, style)]
  const form = element('form', {
    class: 'modelmind-actions__form', method: 'post', action: href,
    'data-modelmind-confirm': action.confirm,
  })
  if (around.csrf) {
    form.append(element('input', {type: 'hidden', name: 'csrf_token', value: around.csrf}))
  }
  form.append(element('button', {class: style, type: 'submit'}, action.label))
  return [form]
}
