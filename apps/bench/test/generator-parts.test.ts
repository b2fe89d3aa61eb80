import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadJob } from '../src/generator/job.ts'
import { createRequestTemplate, recipientOf } from '../src/generator/request-template.ts'
import { ResponseParser } from '../src/generator/response-parser.ts'

const JOB: LoadJob = {
  host: 'localhost',
  port: 8080,
  apiKey: 'k',
  request: { kind: 'single' },
  pace: { kind: 'closed', thinkMs: 0 },
  clients: 1,
  seconds: undefined,
  requests: 1,
  firstNumber: 0,
  keepTimes: false,
}

for (const [kind, request] of [
  ['single', { kind: 'single' }],
  ['batch', { kind: 'batch', destinations: 50 }],
] as const) {
  test(`a ${kind} request is whole: its Content-Length is that of its body`, () => {
    const template = createRequestTemplate({ ...JOB, request })
    for (const sequence of [0, 1, 899, 900, 123_456]) {
      const [head = '', body = ''] = template.build(sequence).toString('latin1').split('\r\n\r\n')
      assert.match(head, new RegExp(`\r\nContent-Length: ${body.length}$`))
      assert.doesNotThrow(() => JSON.parse(body))
    }
  })
}

test('recipients never end in what means something to the simulator, and do not repeat', () => {
  const seen = new Set<string>()
  for (let sequence = 0; sequence < 100_000; sequence++) {
    const recipient = recipientOf(sequence)
    assert.match(recipient, /^27\d{6}[0-8]\d\d$/)
    seen.add(recipient)
  }
  assert.equal(seen.size, 100_000)
})

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\ncontent-length: 11\r\n\r\nhello world'

for (let cut = 1; cut < ANSWER.length; cut += 7) {
  test(`an answer in two pieces, cut at ${cut}`, () => {
    const answers: string[] = []
    const parser = new ResponseParser((status, body) => answers.push(`${status} ${body.toString()}`))
    for (let time = 0; time < 2; time++) {
      const octets = Buffer.from(ANSWER)
      const first = Buffer.from(octets.subarray(0, cut))
      parser.feed(first)
      // The fed chunk may be overwritten, as a connection's read buffer is.
      first.fill(0)
      parser.feed(octets.subarray(cut))
    }
    assert.deepEqual(answers, ['200 hello world', '200 hello world'])
  })
}

for (const [name, text] of [
  ['no length', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two answers at once', ANSWER + ANSWER],
  ['no HTTP', 'SSH-2.0-OpenSSH\r\nContent-Length: 0\r\n\r\n'],
] as const) {
  test(`refuses ${name}`, () => {
    assert.throws(() => new ResponseParser(() => {}).feed(Buffer.from(text)))
  })
}

test('an answer without a body', () => {
  const statuses: number[] = []
  new ResponseParser((status) => statuses.push(status)).feed(
    Buffer.from('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'),
  )
  assert.deepEqual(statuses, [503])
})
