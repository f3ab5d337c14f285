import assert from 'node:assert/strict'
import {test} from 'node:test'
import {TurnError, events, newId} from '../../static/modelmind/turn.js'

const TEXT = 'گوشی می‌خواهید؟ 👩‍👩‍👧 ½ – ok'
const STREAM = 'event: ready\ndata: {"session_id":"s"}\n\n: hb\n\n' +
  `event: delta\ndata: ${JSON.stringify({delta: TEXT, block: 0})}\n\n` +
  'event: done\ndata: {"answer":"x"}\n\n'

/** @param {Uint8Array[]} pieces */
function streamOf(pieces) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  return new Response(body, {headers: {'Content-Type': 'text/event-stream; charset=utf-8'}})
}

async function read(response) {
  const found = []
  for await (const event of events(response)) found.push(event)
  return found
}

test('the text is the same wherever the bytes are cut', async () => {
  const bytes = new TextEncoder().encode(STREAM)
  for (let cut = 0; cut <= bytes.length; cut++) {
    const found = await read(streamOf([bytes.slice(0, cut), bytes.slice(cut)]))
    assert.deepEqual(found.map(({event}) => event), ['ready', 'delta', 'done'], `cut at ${cut}`)
    assert.equal(found[1].data.delta, TEXT, `cut at ${cut}`)
  }
})

test('the text is the same one byte at a time', async () => {
  const bytes = new TextEncoder().encode(STREAM)
  const found = await read(streamOf([...bytes].map((byte) => Uint8Array.of(byte))))
  assert.equal(found[1].data.delta, TEXT)
})

test('a JSON answer is a stream of one event', async () => {
  assert.deepEqual(await read(Response.json({answer: 'x'})), [{event: 'done', data: {answer: 'x'}}])
})

const REFUSALS = {
  'the one shape': [{error: {code: 'rate_limited', message: 'Slow down.'}}, 'Slow down.'],
  'a bare message': [{message: 'Slow down.'}, 'Slow down.'],
  'no message': [{error: {code: 'x'}}, ''],
  'no text': [{message: {html: '<b>'}}, ''],
}
for (const [name, [body, expected]] of Object.entries(REFUSALS)) {
  test(`a refusal with ${name} says ${JSON.stringify(expected)}`, async () => {
    await assert.rejects(read(Response.json(body, {status: 429})), {message: expected, isLost: false})
  })
}

test('a refusal keeps its code, and a running turn may still be answered', async () => {
  const refused = Response.json({error: {code: 'turn_running', message: 'x'}}, {status: 409})
  await assert.rejects(read(refused), {code: 'turn_running', isLost: true})
})

test('an HTML error page is never quoted', async () => {
  const page = new Response('<h1>Traceback</h1>', {
    status: 500, headers: {'Content-Type': 'text/html'},
  })
  await assert.rejects(read(page), (error) => error instanceof TurnError && error.message === '')
})

test('a page instead of an answer is an error', async () => {
  const page = new Response('<h1>Log in</h1>', {headers: {'Content-Type': 'text/html'}})
  await assert.rejects(read(page), TurnError)
})

test('an event that is no JSON ends the turn', async () => {
  const bytes = new TextEncoder().encode('data: {"a"\n\n')
  await assert.rejects(read(streamOf([bytes])), {isLost: true})
})

test('an id is made where the browser cannot make one', () => {
  Object.defineProperty(crypto, 'randomUUID', {value: undefined, configurable: true})
  assert.match(newId(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  delete crypto.randomUUID
})
