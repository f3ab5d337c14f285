/**
 * Put labels, numbers and places into words. No DOM, no IO.
 *
 * Says the same as the Python module of labels, which the templates use.
 */

/** @typedef {Record<string, string>} Labels */
/** @typedef {{page: Labels, answers: Record<string, Labels>}} LabelTables */

/**
 * @param {LabelTables} tables
 * @param {string | undefined} lang - BCP 47 tag; the region is not looked at
 * @returns {Labels} Labels of an answer in that language, else English
 */
export function answerLabels(tables, lang) {
  const primary = (lang ?? '').replace('_', '-').split('-')[0].toLowerCase()
  return Object.hasOwn(tables.answers, primary) ? tables.answers[primary] : tables.answers.en
}

/**
 * Write a whole number in the digits of the labels' language.
 *
 * @param {number} number
 * @param {Labels} labels
 */
export function written(number, labels) {
  const digits = [...labels.digits]
  return String(number).replace(/[0-9]/g, (digit) => digits[Number(digit)])
}

/**
 * Put values into the `{name}` places of a label.
 *
 * @param {string} template
 * @param {Labels} labels
 * @param {Record<string, string | number>} values
 */
export function filled(template, labels, values) {
  return template.replace(/\{([^{}]*)\}/g, (_, name) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? written(value, labels) : value
  })
}

/**
 * Say how many statements of an answer have a source.
 *
 * @param {Labels} labels
 * @param {Record<string, number>} coverage - Counts as on the wire
 * @param {string} status - Status of the answer
 * @returns {{state: string, text: string, notes: string[]}}
 */
export function coverageLine(labels, coverage, status) {
  const {claims = 0, supported = 0} = coverage
  const state = coverageState(coverage, status)
  const key = state === 'all' && claims === 1 ? 'coverage_one' : `coverage_${state}`
  const text = filled(labels[key], labels, {claims, supported})
  const isMixed = state === 'some' || state === 'none'
  const counts = {
    note_unsupported: state === 'some' ? coverage.unsupported : 0,
    note_contradicted: isMixed ? coverage.contradicted : 0,
    note_not_checkable: isMixed ? coverage.not_checkable : 0,
  }
  const notes = Object.entries(counts)
    .filter(([, count]) => count)
    .map(([name, count]) => filled(labels[name], labels, {count}))
  return {state, text, notes}
}

/**
 * @param {Record<string, number>} coverage
 * @param {string} status
 */
function coverageState(coverage, status) {
  const {claims = 0, supported = 0, not_checkable: notCheckable = 0} = coverage
  if (status === 'stopped' || status === 'failed') return 'unchecked'
  if (claims === 0) return 'no_claims'
  if (notCheckable === claims) return 'unchecked'
  if (supported === claims) return 'all'
  return supported > 0 ? 'some' : 'none'
}

/**
 * Name the parts of the place where evidence stands.
 *
 * @param {any} citation
 * @param {Labels} labels
 * @returns {string[]} Model, file, section, page and lines, as far as known
 */
export function placeParts(citation, labels) {
  const parts = [citation.model]
  const at = citation.location
  if (at?.file) parts.push(at.file)
  if (at?.section) parts.push(at.section)
  if (at?.page) parts.push(filled(labels.page, labels, {page: at.page}))
  if (at?.lines) {
    const [start, end] = at.lines
    parts.push(filled(start === end ? labels.line : labels.lines, labels, {start, end}))
  }
  return parts
}

/**
 * Return an address when a browser may follow it: http, https, or a path of this site.
 *
 * Browsers drop tabs and line breaks inside addresses and read a backslash as a slash,
 * so an address with one of these is no path.
 *
 * @param {unknown} url
 * @returns {string} The address, or nothing
 */
export function safeUrl(url) {
  if (typeof url !== 'string' || /[\s\\]/.test(url)) return ''
  return /^(https?:\/\/|\/(?!\/))/i.test(url) ? url : ''
}
