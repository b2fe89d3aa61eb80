import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import {
  type GatewayError,
  PRIORITIES,
  type Principal,
  type Submissions,
  type SubmitRequest,
  type Subscriptions,
  Subscriptions as SubscriptionsToken,
} from '@heliograph/contracts'
import { parseMessageId } from '@heliograph/messaging'
import { batchesOf } from './support/batches.ts'
import { type Harness, makeRequest, startEngine } from './support/engine-harness.ts'

const HOUR_MS = 3_600_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

interface StoredMessage {
  readonly sms_id: number
  readonly sender: string
  readonly recipient: string
  readonly body: string
  readonly encoding: number
  readonly parts: number
  readonly priority: number
  readonly flash: boolean
  readonly bulk_id: string | null
  readonly message_id: string | null
}

let h: Harness
before(async () => {
  h = await startEngine()
})
after(() => h.close())

const stored = async (smsIds: readonly number[]) => h.engine.sql<StoredMessage[]>`
  select sms_id, sender, recipient, body, encoding, parts, priority, flash, bulk_id, message_id from message
  where sms_id in ${h.engine.sql([...smsIds])} order by sms_id`

describe('a stored message', () => {
  const texts = [
    { name: 'plain', text: 'hello', encoding: 0, parts: 1 },
    { name: 'quotes, backslashes and braces', text: `it's "{a,\\b}" \\\\ NULL`, encoding: 0, parts: 1 },
    { name: 'line ends', text: 'a\r\nb\tc', encoding: 1, parts: 1 },
    { name: 'the extension table', text: '€[]{}^~|\\', encoding: 0, parts: 1 },
    { name: 'emoji', text: 'wave 👋🏽 and family 👩‍👩‍👧', encoding: 1, parts: 1 },
    { name: '160 septets', text: 'a'.repeat(160), encoding: 0, parts: 1 },
    { name: '161 septets', text: 'a'.repeat(161), encoding: 0, parts: 2 },
    { name: '71 UCS-2 units', text: 'ω'.repeat(71), encoding: 1, parts: 2 },
    { name: 'NUL, which Postgres cannot store', text: 'a\0b', expected: 'a\uFFFDb', encoding: 1, parts: 1 },
    { name: 'a lone surrogate', text: 'a\uD83Db', expected: 'a\uFFFDb', encoding: 1, parts: 1 },
  ]
  for (const { name, text, expected, encoding, parts } of texts) {
    it(`keeps its text: ${name}`, async () => {
      const { entries } = await h.submit({ text })
      const [row] = await stored([entries[0]?.smsId as number])
      assert.deepEqual([row?.body, row?.encoding, row?.parts], [expected ?? text, encoding, parts])
      assert.equal(entries[0]?.parts, parts)
    })
  }

  it('has a generated id that no other has and that leads back to it', async () => {
    const { entries } = await h.submit({
      to: Array.from({ length: 500 }, (_, n) => `2782${String(n).padStart(7, '0')}`),
    })
    const [deployment] = await h.engine.sql<{ id_salt: Buffer }[]>`select id_salt from deployment`
    for (const { messageId, smsId } of entries) {
      assert.match(messageId, UUID)
      assert.equal(parseMessageId(deployment?.id_salt as Buffer, messageId)?.smsId, smsId)
    }
    assert.equal(new Set(entries.map(({ messageId }) => messageId)).size, 500)
    const [row] = await stored([entries[0]?.smsId as number])
    assert.equal(row?.message_id, null)
  })

  // spec: What the service does | rule | a user's own priority overrides that of the interface
  it('keeps flash and the priority of the user, else of the interface', async () => {
    const own = { ...h.principal, priority: PRIORITIES.CRITICAL }
    const plain = await h.submit({ flash: true }, { priority: PRIORITIES.BULK })
    const urgent = await h.engine.submissions.submit(own, makeRequest({}, { priority: PRIORITIES.BULK }))
    const rows = await stored([plain.entries[0]?.smsId as number, urgent.entries[0]?.smsId as number])
    assert.deepEqual(
      rows.map(({ flash, priority }) => [flash, priority]),
      [
        [true, PRIORITIES.BULK],
        [false, PRIORITIES.CRITICAL],
      ],
    )
  })
})

describe('the length of a text', () => {
  const longest = 'a'.repeat(255 * 153)

  it('of 255 parts is accepted', async () => {
    const { entries } = await h.submit({ text: longest })
    assert.deepEqual([entries[0]?.parts, entries[0]?.state], [255, 'queued'])
  })

  // spec: v2 REST | limit | 255 SMS parts; of more nothing is queued
  // spec: Limits | error | v2, more than 255 parts: refused, nothing queued
  it('of 256 parts refuses an atomic request as a whole, naming the message', async () => {
    const request: Partial<SubmitRequest> = {
      messages: [
        { text: 'short', destinations: [{ to: '27821110001' }] },
        { text: `${longest}a`, destinations: [{ to: '27821110002' }] },
      ],
    }
    const count = async () => (await h.engine.sql`select from message`).length
    const before = await count()
    await assert.rejects(h.submit({}, request), (error: GatewayError) => {
      assert.deepEqual([error.category, error.code], ['invalid', 'message-too-long'])
      assert.deepEqual(Object.keys(error.details ?? {}), ['messages[1].text'])
      return true
    })
    assert.equal(await count(), before)
    const { entries } = await h.submit({}, { ...request, atomic: false })
    assert.deepEqual(
      entries.map(({ state, smsId }) => [state, smsId > 0]),
      [
        ['queued', true],
        ['too-long', false],
      ],
    )
  })
})

describe('destinations', () => {
  it('bad numbers are answered each, in place, and charged to nobody', async () => {
    const client = await h.addClient({ credit: '1' })
    const request = makeRequest({ to: ['27821110001', 'nobody', '+27 82 111-0002', '12'] })
    const { entries } = await h.engine.submissions.submit(client, request)
    assert.deepEqual(
      entries.map(({ to, state, smsId }) => [to, state, smsId > 0]),
      [
        ['27821110001', 'queued', true],
        ['nobody', 'bad-number', false],
        ['27821110002', 'queued', true],
        ['12', 'bad-number', false],
      ],
    )
    assert.match(entries[1]?.messageId ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(await h.creditOf(client.clientId), '0.900000')
  })

  it('nothing but bad numbers stores nothing', async () => {
    const { entries } = await h.submit({ to: 'nobody' })
    assert.deepEqual([entries[0]?.state, entries[0]?.smsId], ['bad-number', 0])
  })

  it('local numbers are read by the client’s country', async () => {
    const { entries } = await h.submit({ to: '082 111 0001' }, { numbers: 'local' })
    assert.equal(entries[0]?.to, '27821110001')
  })

  it('10,000 of them in one request are stored at once', async () => {
    const to = Array.from({ length: 10_000 }, (_, n) => `2783${String(n).padStart(7, '0')}`)
    const { entries, bulkId } = await h.submit({ to }, { priority: PRIORITIES.BULK })
    assert.equal(new Set(entries.map(({ smsId }) => smsId)).size, 10_000)
    assert.deepEqual(
      entries.map((entry) => entry.to),
      to,
    )
    const rows = await h.engine.sql<{ messages: number }[]>`
      select count(*) as messages from message where bulk_id = ${bulkId as string}`
    assert.equal(rows[0]?.messages, 10_000)
    const batches = await batchesOf(
      h.engine.sql,
      entries.map(({ smsId }) => smsId),
    )
    assert.equal(batches.length, 40)
    assert.deepEqual(
      batches.flatMap(({ sms_ids: ids }) => ids),
      entries.map(({ smsId }) => smsId),
    )
  })
})

describe('contacts that opted out', () => {
  const OUT = '27839990001'
  let subscriptions: Subscriptions

  before(async () => {
    const found = h.engine.services.find(({ token }) => token.id === SubscriptionsToken.id)
    subscriptions = found?.service as Subscriptions
    await subscriptions.set(h.principal.clientId, OUT, 'opted-out', { kind: 'web' })
  })

  // spec: Contact subscription states | rule | opted out: later sends are blocked
  // spec: What the service does | rule | a send to a contact that has opted out fails
  // spec: Opt-out webhook | rule | later sends to the contact are blocked
  it('are refused, not stored and not charged, while others go out', async () => {
    const client = await h.addClient({ credit: '1' })
    await subscriptions.set(client.clientId, OUT, 'opted-out', { kind: 'web' })
    await subscriptions.set(client.clientId, '27839990002', 'opted-out', { kind: 'web' })
    const request = makeRequest({ to: [OUT, '27839990003', '27839990002'] })
    const { entries } = await h.engine.submissions.submit(client, request)
    assert.deepEqual(
      entries.map(({ state, smsId }) => [state, smsId > 0]),
      [
        ['opted-out', false],
        ['queued', true],
        ['opted-out', false],
      ],
    )
    assert.equal(await h.creditOf(client.clientId), '0.950000')
    const [batch] = await batchesOf(h.engine.sql, [entries[1]?.smsId as number])
    assert.deepEqual(batch?.sms_ids, [entries[1]?.smsId])
  })

  // spec: Contact subscription record | rule | one contact: local form ; one contact: with hyphens
  it('are refused in whatever form the number is written', async () => {
    const { entries } = await h.submit({ to: '083 999-0001' }, { numbers: 'local' })
    assert.equal(entries[0]?.state, 'opted-out')
  })

  it('of another client are reached', async () => {
    const other = await h.addClient()
    const { entries } = await h.engine.submissions.submit(other, makeRequest({ to: OUT }))
    assert.equal(entries[0]?.state, 'queued')
  })

  it('are reached again after opting in', async () => {
    await subscriptions.set(h.principal.clientId, OUT, 'opted-in', { kind: 'web' })
    const { entries } = await h.submit({ to: OUT })
    assert.equal(entries[0]?.state, 'queued')
  })
})

describe('the channel', () => {
  let client: Principal
  let fallback: string
  before(async () => {
    client = await h.addClient()
    const { clientId } = client
    await h.engine.provisioning.addChannel({ clientId, sender: 'ACME' })
    await h.engine.provisioning.addChannel({ clientId, number: '27829990000' })
    const { channelId } = await h.engine.provisioning.addChannel({ clientId, sender: 'GONE' })
    await h.engine.provisioning.setChannel({ channelId, enabled: false })
    const other = await h.addClient()
    await h.engine.provisioning.addChannel({ clientId: other.clientId, sender: 'THEIRS' })
    h.forgetAccounts()
    const [channel] = await h.engine.sql<{ address: string }[]>`
      select address from channel where client_id = ${clientId} and is_default`
    fallback = channel?.address as string
  })

  const rows = [
    { name: 'one of the client’s', from: 'ACME', expected: 'ACME' },
    { name: 'a number with a plus', from: '+27829990000', expected: '27829990000' },
    { name: 'none given', from: undefined, expected: 'default' },
    { name: 'unknown', from: 'NOBODY', expected: 'default' },
    { name: 'another client’s', from: 'THEIRS', expected: 'default' },
    // spec: Channel settings (portal) | rule | a disabled channel sends nothing -> disabled: sent from the default channel
    { name: 'disabled', from: 'GONE', expected: 'default' },
  ]
  for (const { name, from, expected } of rows) {
    it(`${name}: sent from ${expected === 'default' ? 'the default channel' : expected}`, async () => {
      const { entries } = await h.engine.submissions.submit(client, makeRequest({ from }))
      const sender = expected === 'default' ? fallback : expected
      const [row] = await stored([entries[0]?.smsId as number])
      assert.deepEqual([entries[0]?.from, row?.sender], [sender, sender])
    })
  }

  // spec: Channel settings (portal) | rule | a disabled channel sends nothing
  it('none enabled: the request is forbidden, atomic or not', async () => {
    const mute = await h.addClient()
    await h.engine.sql`update channel set enabled = false where client_id = ${mute.clientId}`
    h.forgetAccounts()
    for (const atomic of [true, false]) {
      const request = makeRequest({}, { atomic })
      await assert.rejects(h.engine.submissions.submit(mute, request), (error: GatewayError) => {
        assert.deepEqual([error.category, error.code], ['forbidden', 'no-channel'])
        return true
      })
    }
  })
})

describe('the bulk id', () => {
  const inAnHour = () => new Date(Date.now() + HOUR_MS)
  const rows: readonly {
    name: string
    submit: () => ReturnType<Submissions['submit']>
    expected: RegExp | undefined
  }[] = [
    { name: 'given: echoed', submit: () => h.submit({}, { bulkId: 'mine' }), expected: /^mine$/ },
    { name: 'one destination: none', submit: () => h.submit({}), expected: undefined },
    {
      name: 'several destinations: generated',
      submit: () => h.submit({ to: ['27821110001', '27821110002'] }),
      expected: /^[0-9a-f-]{36}$/,
    },
    {
      name: 'several messages: generated',
      submit: () =>
        h.submit(
          {},
          {
            messages: ['27821110001', '27821110002'].map((to) => ({ text: 'x', destinations: [{ to }] })),
          },
        ),
      expected: /^[0-9a-f-]{36}$/,
    },
    { name: 'scheduled: generated', submit: () => h.submit({ sendAt: inAnHour() }), expected: /^[0-9a-f-]{36}$/ },
    { name: 'scheduled in the past: none', submit: () => h.submit({ sendAt: new Date(0) }), expected: undefined },
  ]
  for (const { name, submit, expected } of rows) {
    it(name, async () => {
      const { bulkId, entries } = await submit()
      if (expected === undefined) assert.equal(bulkId, undefined)
      else assert.match(bulkId ?? '', expected)
      const [row] = await stored([entries[0]?.smsId as number])
      assert.equal(row?.bulk_id, bulkId ?? null)
    })
  }
})

describe('a request that cannot be stored', () => {
  it('because of an id longer than an index takes is refused as invalid', async () => {
    const tooLong = h.submit({}, { bulkId: 'x'.repeat(201) })
    await assert.rejects(tooLong, { category: 'invalid', code: 'bad-bulk-id' })
  })

  it('is refused alone; those that share its commit are accepted', async () => {
    // Not a smallint.
    const impossible = h.submit({}, { priority: 99_999 as 0 })
    const others = Array.from({ length: 20 }, () => h.submit({}))
    await assert.rejects(impossible, (error: GatewayError) => error.category === 'internal')
    for (const { entries } of await Promise.all(others)) assert.equal(entries[0]?.state, 'queued')
  })
})
