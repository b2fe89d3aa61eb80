import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { RateLimits, type ReceiptRequest } from '@heliograph/contracts'
import { type AdapterKit, type AdapterWorld, ELSEWHERE, THERE } from '@heliograph/testkit'
import { ACCOUNT, HERE, sidOf } from '../interface.ts'
import type { Order, Outcome, ProgramName, SignedCall } from './program.ts'

/** What comes of a step: `yes`, or the library's own error. Or why the program cannot do it. */
export type Cell = string | { readonly cannot: string }

/** What programs do with a gateway of the step's own. */
export interface Trial {
  readonly kit: AdapterKit
  run(order: Partial<Order> & Pick<Order, 'call'>): Promise<Outcome>
}

/** A row of the README's table: what programs are made to do, and what comes of it. */
export interface Step {
  readonly what: string
  readonly cells: Readonly<Record<ProgramName, Cell>>
  readonly config?: AdapterWorld['config']
  readonly account?: AdapterWorld['account']
  readonly before?: (kit: AdapterKit) => void
  /** Resolves with what the cell says; a step that resolves with nothing says `yes`. */
  readonly run: (trial: Trial) => Promise<unknown>
}

const KEY = 'the security key of a channel'
const CALLBACK = 'https://client.example/status?order=7'

const ONLY_SENDS: Cell = { cannot: 'no, it only sends' }
const library = { npm: 'yes', python: 'yes', symfony: ONLY_SENDS }

/** A refusal with its number, in the class of each library. */
const refused = (number: number) => ({
  npm: `RestException ${number}`,
  python: `TwilioRestException ${number}`,
  symfony: `TransportException ${number}`,
})

/** Sends with something that is wrong; resolves with the error. */
const refusedSend =
  (order: Partial<Order> = {}) =>
  async ({ kit, run }: Trial) => {
    const { error } = await run({ call: 'send', ...order })
    assert.equal(kit.engine.messages.length, 0)
    return error
  }

/** Sends a text, which has to be accepted; resolves with its sid. */
async function send({ run }: Trial, order: Partial<Order> = {}): Promise<string> {
  const { error, sid = '' } = await run({ call: 'send', ...order })
  assert.equal(error, undefined)
  return sid
}

async function sendAndDeliver(trial: Trial, order: Partial<Order> = {}): Promise<string> {
  const sid = await send(trial, order)
  trial.kit.engine.deliver(trial.kit.engine.messages.at(-1)?.smsId ?? 0)
  return sid
}

export const STEPS: readonly Step[] = [
  {
    what: 'Sends a text',
    cells: { npm: 'yes', python: 'yes', symfony: 'yes' },
    async run(trial) {
      const sid = await send(trial)
      const message = trial.kit.engine.messages.at(-1)
      assert.deepEqual([message?.to, message?.from, message?.text], [THERE, HERE, 'Hello'])
      assert.equal(sid, sidOf(message?.smsId ?? 0))
    },
  },
  {
    what: 'Is told of the delivery; its own validator accepts the call, and no other',
    cells: library,
    async run(trial) {
      await sendAndDeliver(trial, { statusCallback: CALLBACK })
      const signed = deliveredCall(trial.kit)
      assert.equal(signed.fields.MessageStatus, 'delivered')
      await assertOnlyGenuine(trial, signed)
    },
  },
  {
    what: 'Gets an SMS, checked in the same way, and answers it with TwiML of its own',
    cells: library,
    async run(trial) {
      const signed = incomingCall(trial.kit)
      assert.equal(signed.fields.Body, 'Ja & "nein" ☺')
      await assertOnlyGenuine(trial, signed)
      const text = 'Danke & bis <bald> ☺'
      const { twiml = '' } = await trial.run({ call: 'answer', body: text })
      const reply = { status: 200, contentType: 'text/xml', body: twiml }
      assert.equal(trial.kit.adapter.readIncomingReply?.(reply), text)
    },
  },
  {
    what: 'Reads a message',
    cells: library,
    async run(trial) {
      const sid = await sendAndDeliver(trial)
      const { body, status } = await trial.run({ call: 'read', sid })
      assert.deepEqual([status, body], ['delivered', 'Hello'])
    },
  },
  {
    what: 'Lists messages, page by page',
    cells: library,
    async run(trial) {
      await send(trial, { body: 'First' })
      await send(trial, { body: 'Second' })
      assert.deepEqual((await trial.run({ call: 'list' })).bodies, ['Second', 'First'])
    },
  },
  {
    what: 'Schedules a message and cancels it',
    cells: library,
    async run(trial) {
      const sendAt = new Date(trial.kit.clock.now() + 3_600_000).toISOString()
      const { sid = '', status } = await trial.run({ call: 'send', sendAt })
      const canceled = await trial.run({ call: 'cancel', sid })
      assert.deepEqual([status, canceled.status], ['scheduled', 'canceled'])
    },
  },
  {
    what: 'Redacts a message',
    cells: library,
    async run(trial) {
      const sid = await sendAndDeliver(trial)
      const { body, segments, status } = await trial.run({ call: 'redact', sid })
      assert.deepEqual([status, body, segments], ['delivered', '', '1'])
    },
  },
  {
    what: 'Deletes a message, which then is not found',
    cells: { npm: 'RestException 20404', python: 'TwilioRestException 20404', symfony: ONLY_SENDS },
    async run(trial) {
      const sid = await sendAndDeliver(trial)
      assert.equal((await trial.run({ call: 'delete', sid })).status, 'deleted')
      return (await trial.run({ call: 'read', sid })).error
    },
  },
  { what: 'A wrong key', cells: refused(20003), run: refusedSend({ key: 'x'.repeat(40) }) },
  { what: 'A number that none is', cells: refused(21211), run: refusedSend({ to: '+12' }) },
  { what: 'A sender of somebody else', cells: refused(21606), run: refusedSend({ from: '+15005550006' }) },
  { what: 'No credit', cells: refused(20403), account: { credit: '0' }, run: refusedSend() },
  {
    what: 'A recipient that has opted out',
    cells: refused(21610),
    before: (kit) => void kit.engine.contacts.set(kit.account.clientId, ELSEWHERE, 'opted-out', { kind: 'web' }),
    run: refusedSend({ to: `+${ELSEWHERE}` }),
  },
  {
    what: 'Too many requests',
    cells: refused(20429),
    config: { requestsPerMinute: 1 },
    before: (kit) => void kit.engine.service(RateLimits).admit({ ...kit.account.principal, rateLimit: 1 }),
    run: refusedSend(),
  },
]

async function assertOnlyGenuine({ run }: Trial, signed: SignedCall): Promise<void> {
  const isGenuine = async (call: SignedCall) => (await run({ call: 'check', signed: call })).isGenuine
  assert.equal(await isGenuine(signed), true)
  assert.equal(await isGenuine({ ...signed, fields: { ...signed.fields, AccountSid: `AC${'0'.repeat(32)}` } }), false)
  assert.equal(await isGenuine({ ...signed, key: 'another key' }), false)
}

/** The status callback of the last message, as the gateway sends it. */
function deliveredCall({ adapter, engine }: AdapterKit): SignedCall {
  const message = engine.messages.at(-1)
  assert.ok(message && typeof message.notifyFormat === 'object')
  const { acceptedAt, clientId, from, messageId, parts, smsId, to } = message
  const written = adapter.formatReceipt?.(
    {
      kind: 'delivered',
      state: 'delivered',
      smsId,
      messageId,
      reference: null,
      clientId,
      from,
      to,
      parts,
      networkId: '1',
      networkStatus: 'DELIVRD',
      errorId: null,
      acceptedAt,
      at: acceptedAt,
      notifyUrl: CALLBACK,
    },
    message.notifyFormat.context,
  )
  return signedAs(written, CALLBACK)
}

/** The call about an incoming SMS. */
function incomingCall({ account, adapter, clock }: AdapterKit): SignedCall {
  const { clientId } = account
  const url = 'https://client.example/sms'
  const about = { incomingId: 4711, clientId, from: THERE, to: HERE, text: 'Ja & "nein" ☺', url }
  const written = adapter.formatIncoming?.({ ...about, receivedAt: new Date(clock.now()) })
  assert.equal(new URLSearchParams(String(written?.body)).get('AccountSid'), ACCOUNT)
  return signedAs(written, url)
}

/** Signs a call as the engine does. */
function signedAs(written: ReceiptRequest | undefined, url: string): SignedCall {
  assert.ok(written?.signature)
  const { algorithm, encoding, text } = written.signature
  const signature = createHmac(algorithm, KEY).update(text).digest(encoding)
  return { key: KEY, url, fields: Object.fromEntries(new URLSearchParams(written.body)), signature }
}
