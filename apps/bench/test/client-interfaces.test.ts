import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadJob } from '../src/generator/job.ts'
import { createRequestTemplate, PLACES, recipientOf, textOf } from '../src/generator/request-template.ts'
import { CLIENT_INTERFACES, legacyBatch, OPT_OUT_LINK } from '../src/scenarios/client-interfaces.ts'

const SENDER = { host: 'localhost:8080', apiKey: 'k'.repeat(40), clientId: '1001' }

function build(request: string, mark: string, sequence: number): string {
  const job: LoadJob = {
    host: 'localhost',
    port: 8080,
    apiKey: 'k',
    request: { kind: 'text', request, mark },
    pace: { kind: 'closed', thinkMs: 0 },
    clients: 1,
    requests: 1,
    seconds: undefined,
    keepTimes: false,
    firstNumber: 7,
  }
  return createRequestTemplate(job).build(sequence).toString('latin1')
}

for (const { name, request, mark } of [...CLIENT_INTERFACES, OPT_OUT_LINK]) {
  test(`a request of ${name} is whole, with a number and a text of its own`, () => {
    for (const sequence of [0, 900, 123_456]) {
      const built = build(request(SENDER), mark, sequence)
      const [head = '', body = ''] = built.split('\r\n\r\n')
      if (head.startsWith('POST ')) assert.match(head, new RegExp(`\r\nContent-Length: ${body.length}$`))
      else assert.equal(body, '')
      assert.ok(built.includes(recipientOf(7 + sequence)), built)
      assert.ok(!built.includes(PLACES.recipient), built)
      if (name !== OPT_OUT_LINK.name) assert.ok(decodeURIComponent(built).includes(textOf(7 + sequence)), built)
    }
  })
}

test('a batch has recipients that do not repeat', () => {
  const body = build(legacyBatch(SENDER, 1000), '', 5).split('\r\n\r\n')[1] ?? ''
  const numbers = new URLSearchParams(body).get('Numbers')?.split(',')
  assert.equal(new Set(numbers).size, 1000)
})
