import assert from 'node:assert/strict'
import {test} from 'node:test'
import {EventStreamDecoder, MAX_LINE_LENGTH} from '../../static/modelmind/sse.js'

const STREAM = '\uFEFFevent: delta\r\ndata: {"a":1}\r\n\r\n: beat\n\nid: 7\nretry: 5\ndata: x\n' +
  'data:y\ndata\r\revent: lone\n\ndata:  two\u2028lines\n\n'
const EVENTS = [
  {event: 'delta', data: '{"a":1}'},
  {event: 'message', data: 'x\ny\n'},
  {event: 'message', data: ' two\u2028lines'},
]

function decode(...pieces) {
  const decoder = new EventStreamDecoder()
  return pieces.flatMap((piece) => decoder.feed(piece))
}

test('where the stream is cut does not matter', () => {
  for (let cut = 0; cut <= STREAM.length; cut++) {
    assert.deepEqual(decode(STREAM.slice(0, cut), STREAM.slice(cut)), EVENTS, `cut at ${cut}`)
  }
})

test('one character at a time gives the same events', () => {
  assert.deepEqual(decode(...STREAM), EVENTS)
})

test('an event is there as soon as its blank line is', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    assert.equal(decode(`data: now${end}${end}`).length, 1, JSON.stringify(end))
  }
})

test('an event that was not finished is not given', () => {
  assert.deepEqual(decode('data: half\n'), [])
})

test('a line without an end is refused', () => {
  assert.throws(() => decode(`data: ${'x'.repeat(MAX_LINE_LENGTH)}`), RangeError)
})
