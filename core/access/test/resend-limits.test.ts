import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hostOf, RESENDS_PER_MINUTE, ResendLimits, TESTS_PER_MINUTE } from '../src/resend-limits.ts'

const MINUTE_MS = 60_000

function scene() {
  let now = 1_000_000
  const clock = { now: () => now, after: () => () => undefined }
  const pass = (ms: number) => {
    now += ms
  }
  return { limits: new ResendLimits(clock), pass }
}

const webhooks = (count: number, url: string | ((index: number) => string), clientId = 1) =>
  Array.from({ length: count }, (_, index) => ({ clientId, url: typeof url === 'string' ? url : url(index) }))

const TOO_MANY = { category: 'throttled', code: 'too-many-resends' }

describe('limits of sending webhooks again', () => {
  test('to a host: 300 in any minute, whatever its port and path and whichever client', () => {
    const { limits, pass } = scene()
    let sent = 0
    for (let second = 0; second < 59; second += 1) {
      for (const clientId of [1, 2]) {
        const some = webhooks(20, (index) => `https://Victim.example:${8_000 + index}/${second}`, clientId)
        try {
          sent += limits.admitSome(some).length
        } catch (error) {
          assert.equal((error as { code: string }).code, 'too-many-resends')
        }
      }
      pass(1_000)
    }
    assert.equal(sent, RESENDS_PER_MINUTE.host)
    pass(MINUTE_MS)
    assert.equal(limits.admitSome(webhooks(400, 'https://victim.example/')).length, 300)
  })

  test('of a client: 1,000 in any minute, over all hosts', () => {
    const { limits } = scene()
    const spread = (clientId: number) => webhooks(2_000, (index) => `https://h${index % 50}.example/`, clientId)
    assert.equal(limits.admitSome(spread(1)).length, RESENDS_PER_MINUTE.client)
    assert.throws(() => limits.admitSome(webhooks(1, 'https://other.example/')), TOO_MANY)
    assert.equal(limits.admitSome(webhooks(1, 'https://other.example/', 2)).length, 1)
  })

  test('all or none, and the refusal tells when the first has left the minute', () => {
    const { limits, pass } = scene()
    assert.throws(() => limits.admitAll(webhooks(301, 'https://a.example/')), TOO_MANY)
    limits.admitAll(webhooks(300, 'https://a.example/'))
    pass(15_000)
    assert.throws(() => limits.admitAll(webhooks(1, 'https://a.example/')), { ...TOO_MANY, retryAfterSeconds: 45 })
    pass(45_000)
    limits.admitAll(webhooks(300, 'https://a.example/'))
  })

  test('nothing to send is nothing to refuse', () => {
    assert.deepEqual(scene().limits.admitSome([]), [])
  })

  test('tests: 20 of a client in any minute', () => {
    const { limits, pass } = scene()
    for (let call = 0; call < TESTS_PER_MINUTE; call += 1) limits.admitTest(1)
    assert.throws(() => limits.admitTest(1), { category: 'throttled', code: 'too-many-tests' })
    limits.admitTest(2)
    pass(MINUTE_MS)
    limits.admitTest(1)
  })
})

test('the host of a URL has no port, path or credentials, in lower case', () => {
  for (const url of ['https://u:p@A.example:8443/x?y#z', 'http://a.example']) assert.equal(hostOf(url), 'a.example')
  assert.equal(hostOf('no url'), '')
})
