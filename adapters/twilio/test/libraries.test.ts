import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import {
  type AdapterKit,
  CONFORMANCE_API_KEY,
  createAdapterKit,
  ELSEWHERE,
  type KitListener,
  THERE,
} from '@heliograph/testkit'
import twilio from 'twilio'
import adapter from '../src/index.ts'
import { ACCOUNT, HERE, SECRET, send, sidOf } from './interface.ts'
import { npmTwilio } from './peers/npm-twilio.ts'
import { pythonTwilio, type SignedCallback, withoutPython } from './peers/python-twilio.ts'
import type { Order, Step } from './peers/steps.ts'
import { openHttps, symfonyNotifier, withoutSymfony } from './peers/symfony-notifier.ts'

// Libraries that others wrote, pointed here as the README tells their users.

const KEY = 'the security key of a channel'
const CALLBACK = 'https://client.example/status?order=7'

describe('libraries', () => {
  let kit: AdapterKit
  let listener: KitListener
  before(async () => {
    kit = await createAdapterKit(adapter, { config: { sidSecret: SECRET }, account: { credit: '1000.00' } })
    await kit.start()
    listener = await kit.listen()
    kit.engine.contacts.set(kit.account.clientId, ELSEWHERE, 'opted-out', { kind: 'web' })
  })
  after(async () => {
    await listener?.close()
    await kit?.stop()
  })

  const order = (): Order => ({
    ...{ url: listener.url, account: ACCOUNT, key: CONFORMANCE_API_KEY, from: `+${HERE}`, to: `+${THERE}` },
    ...{ optedOut: `+${ELSEWHERE}`, sendAt: new Date(kit.clock.now() + 3_600_000).toISOString() },
  })

  /** Delivers all that waits, once. */
  const deliver = async () => {
    for (const { smsId, state } of kit.engine.messages) if (state === 'queued') kit.engine.deliver(smsId)
  }

  /** A status callback as the gateway sends it. */
  async function callback(): Promise<SignedCallback> {
    await kit.request({ ...send({ StatusCallback: CALLBACK }), headers: basicOf() })
    const message = kit.engine.messages.at(-1)
    assert.ok(message && typeof message.notifyFormat === 'object')
    const { acceptedAt, clientId, from, messageId, parts, smsId, to } = message
    const written = kit.adapter.formatReceipt?.(
      {
        ...{ kind: 'delivered', state: 'delivered', smsId, messageId, reference: null, clientId, from, to, parts },
        ...{ networkId: '1', networkStatus: 'DELIVRD', errorId: null, acceptedAt, at: acceptedAt, notifyUrl: CALLBACK },
      },
      message.notifyFormat.context,
    )
    kit.engine.deliver(smsId)
    assert.ok(written?.signature)
    const { algorithm, encoding, text } = written.signature
    const signature = createHmac(algorithm, KEY).update(text).digest(encoding)
    return { key: KEY, url: CALLBACK, fields: Object.fromEntries(new URLSearchParams(written.body)), signature }
  }

  /** What each step has to come to: bodies of the list are those of this run, newest first. */
  const EXPECTED: Readonly<Record<Step, unknown>> = {
    send: ['queued', `+${THERE}`, `+${HERE}`],
    read: ['delivered', 'First'],
    'list in pages of one': ['Second', 'First'],
    redact: ['', 'delivered', '1'],
    delete: 'true',
    'read what is deleted': [20404, 404],
    cancel: ['scheduled', 'canceled'],
    'a wrong key': [20003, 401],
    'a bad number': [21211, 400],
    'an opted-out recipient': [21610, 400],
    'a foreign sender': [21606, 400],
  }

  function compare(outcomes: Readonly<Record<string, unknown>>): void {
    for (const [step, expected] of Object.entries(EXPECTED)) {
      const given = outcomes[step]
      const found = Array.isArray(expected) && Array.isArray(given) ? given.slice(0, expected.length) : given
      assert.deepEqual(found, expected, step)
    }
  }

  test('npm twilio: all that it can do with messages, and its errors', async () => {
    const outcomes = await npmTwilio(order(), deliver)
    compare(outcomes)
    assert.deepEqual((outcomes['a bad number'] as readonly unknown[])[2], 'https://www.twilio.com/docs/errors/21211')
  })

  test('npm twilio: its validator accepts a callback, and no other', async () => {
    const { fields, key, signature, url } = await callback()
    assert.equal(twilio.validateRequest(key, signature, url, fields), true)
    assert.equal(twilio.validateRequest(key, signature, url, { ...fields, MessageStatus: 'failed' }), false)
    assert.equal(twilio.validateRequest('another key', signature, url, fields), false)
  })

  test('python3-twilio: the same, and its validator', { skip: withoutPython }, async () => {
    const outcomes = await pythonTwilio({ ...order(), callback: await callback() }, deliver)
    compare(outcomes)
    assert.equal(outcomes.callback, true)
  })

  test('php-symfony-twilio-notifier: by its DSN alone', { skip: withoutSymfony }, async () => {
    const front = await openHttps(listener.port)
    const dsn = (key: string) => `twilio://${ACCOUNT}:${key}@127.0.0.1:${front.port}?from=%2B${HERE}`
    try {
      const [id, ...errors] = await symfonyNotifier([
        { dsn: dsn(CONFORMANCE_API_KEY), to: `+${THERE}` },
        { dsn: dsn('x'.repeat(40)), to: `+${THERE}` },
        { dsn: dsn(CONFORMANCE_API_KEY), to: `+${ELSEWHERE}` },
      ])
      assert.equal(id, sidOf(kit.engine.messages.at(-1)?.smsId ?? 0))
      assert.match(errors[0] ?? '', /Authenticate.*docs\/errors\/20003/)
      assert.match(errors[1] ?? '', /unsubscribed.*docs\/errors\/21610/)
    } finally {
      front.close()
    }
  })
})

function basicOf(): Readonly<Record<string, string>> {
  return { authorization: `Basic ${Buffer.from(`${ACCOUNT}:${CONFORMANCE_API_KEY}`).toString('base64')}` }
}
