import assert from 'node:assert/strict'
import {test} from 'node:test'
import {answerLabels, filled, placeParts, safeUrl, written} from '../../static/modelmind/words.js'

const EN = {digits: '0123456789', page: 'page {page}', line: 'line {start}', lines: 'lines {start}–{end}'}
const FA = {...EN, digits: '۰۱۲۳۴۵۶۷۸۹', lines: 'سطرهای {start} تا {end}'}

test('numbers are written in the digits of the language', () => {
  assert.equal(written(120, FA), '۱۲۰')
})

test('a value with a dollar sign or braces stays as it is', () => {
  assert.equal(filled('Source {number}: {record}', EN, {number: 1, record: '$& {number}'}),
    'Source 1: $& {number}')
})

test('a place names what is known, and nothing else', () => {
  const location = {file: 'a.pdf', section: null, lines: [4, 4], page: 2}
  assert.deepEqual(placeParts({model: 'Handbook', location}, EN), ['Handbook', 'a.pdf', 'page 2', 'line 4'])
  assert.deepEqual(placeParts({model: 'Products', location: null}, EN), ['Products'])
  assert.deepEqual(placeParts({model: 'م', location: {lines: [12, 14]}}, FA), ['م', 'سطرهای ۱۲ تا ۱۴'])
})

test('an unknown language gets English, and no property of all objects', () => {
  const tables = {page: EN, answers: {en: EN, fa: FA}}
  assert.equal(answerLabels(tables, 'fa-IR'), FA)
  for (const lang of ['xx', '', undefined, 'constructor', '__proto__']) {
    assert.equal(answerLabels(tables, lang), EN, String(lang))
  }
})

test('only web addresses and paths of this site can be followed', () => {
  for (const url of ['/a?b=c#d', '/', 'https://example.org/', 'HTTP://example.org']) {
    assert.equal(safeUrl(url), url)
  }
  const unsafe = ['javascript:alert(1)', 'data:text/html,x', '//evil.example', '/\\evil.example',
    '/\t/evil.example', ' /x', 'x', '', 'ftp://x', null, undefined, {}]
  for (const url of unsafe) assert.equal(safeUrl(url), '', String(url))
})
