import assert from 'node:assert/strict'
import { Reports, type SubmitRequest, type SubmitResult, Subscriptions } from '@heliograph/contracts'
import { inHours, type MessageDraft, recordOf, submit, TO, TO_NETWORK, TO_THREE, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClientOptions, ServiceWorld } from './service-world.ts'

const statesOf = ({ entries }: SubmitResult) => entries.map(({ state }) => state)

interface Row {
  readonly name: string
  readonly client?: ServiceClientOptions
  readonly messages: readonly MessageDraft[]
  readonly request?: Partial<SubmitRequest>
  /** States of the entries, or the code of the refusal. */
  readonly expected: readonly string[] | string
  /** Credit left. */
  readonly credit?: string
}

const LONG = 'x'.repeat(153 * 255 + 1)
const METADATA = { order: 7, tags: ['a', null], of: { 'é \u0000 "': false } }
const SOFT = { atomic: false } as const

const ROWS: readonly Row[] = [
  { name: 'one message', messages: [{}], expected: ['queued'] },
  {
    name: 'several destinations and texts',
    messages: [{ to: [TO, TO_TOO] }, { text: 'b' }],
    expected: ['queued', 'queued', 'queued'],
  },
  { name: 'the same number twice', messages: [{ to: [TO, TO] }], expected: ['queued', 'queued'] },
  { name: 'what is no number', messages: [{ to: ['nobody', TO] }], expected: ['bad-number', 'queued'] },
  {
    name: 'a national number',
    client: { country: 'ZA' },
    messages: [{ to: ['0821110001'] }],
    request: { numbers: 'local' },
    expected: ['queued'],
  },
  { name: 'a text of 255 parts', messages: [{ text: LONG.slice(1) }], expected: ['queued'] },
  { name: 'a longer text, atomic', messages: [{ text: LONG }], expected: 'message-too-long' },
  {
    name: 'a longer text beside a good one',
    messages: [{ text: LONG }, {}],
    request: SOFT,
    expected: ['too-long', 'queued'],
  },
  {
    name: 'octets that fit one part',
    messages: [{ text: 'A5'.repeat(140), encoding: 'binary' }],
    expected: ['queued'],
  },
  {
    name: 'octets that do not',
    messages: [{ text: 'A5'.repeat(141), encoding: 'binary' }],
    request: SOFT,
    expected: ['too-long'],
  },
  {
    name: 'text that fits beside its header',
    messages: [{ text: 'x'.repeat(153), userDataHeader: '0003070201' }],
    expected: ['queued'],
  },
  {
    name: 'text that does not',
    messages: [{ text: 'x'.repeat(154), userDataHeader: '0003070201' }],
    request: SOFT,
    expected: ['too-long'],
  },
  {
    name: 'credit for all',
    client: { credit: '0.10' },
    messages: [{ to: [TO, TO_TOO] }],
    expected: ['queued', 'queued'],
    credit: '0.000000',
  },
  {
    name: 'too little credit, atomic',
    client: { credit: '0.10' },
    messages: [{ to: [TO, TO_TOO, TO_THREE] }],
    expected: 'no-credit',
    credit: '0.100000',
  },
  {
    name: 'credit is spent in the order of the request',
    client: { credit: '0.12' },
    messages: [{ to: [TO, TO_TOO, TO_THREE] }],
    request: SOFT,
    expected: ['queued', 'queued', 'no-credit'],
    credit: '0.020000',
  },
  {
    name: 'each part is paid for',
    client: { credit: '1' },
    messages: [{ text: 'x'.repeat(161) }],
    expected: ['queued'],
    credit: '0.900000',
  },
  {
    name: 'refused destinations cost nothing',
    client: { credit: '1' },
    messages: [{ to: ['nobody', TO] }],
    expected: ['bad-number', 'queued'],
    credit: '0.950000',
  },
  { name: 'metadata', messages: [{ metadata: METADATA }, {}], expected: ['queued', 'queued'] },
  { name: 'metadata of 2,048 octets', messages: [{ metadata: { a: 'é'.repeat(1_020) } }], expected: ['queued'] },
  ...[{ a: `${'é'.repeat(1_020)}x` }, [1], 'text', null].map(
    (metadata): Row => ({
      name: `metadata that cannot be kept, ${JSON.stringify(metadata).slice(0, 10)}`,
      client: { credit: '1' },
      messages: [{}, { metadata: metadata as never }],
      request: SOFT,
      expected: 'bad-metadata',
      credit: '1.000000',
    }),
  ),
  { name: 'no channel', client: { hasChannel: false }, messages: [{}], expected: 'no-channel' },
  {
    name: 'an id twice in a request with the same text',
    messages: [{ messageId: 'a' }, { messageId: 'a' }],
    expected: ['queued', 'queued'],
    client: { credit: '1' },
    credit: '0.950000',
  },
  {
    name: 'an id twice in a request with another text',
    messages: [{ messageId: 'a' }, { messageId: 'a', text: 'b' }],
    expected: ['queued', 'duplicate'],
  },
  {
    name: 'an id twice in a request with another number',
    messages: [{ messageId: 'a' }, { messageId: 'a', to: [TO_TOO] }],
    expected: ['queued', 'duplicate'],
  },
]

const optOut = (world: ServiceWorld, clientId: number, mobile = TO) =>
  world.service(Subscriptions).set(clientId, mobile, 'opted-out', { kind: 'web' })

export const submissionCases: readonly ServiceCase[] = [
  ...ROWS.map(
    ({ client: options, credit, expected, messages, name, request }): ServiceCase => ({
      name,
      ...(options ? { client: options } : {}),
      async run(world, client) {
        const submitting = submit(world, client, messages, request)
        if (typeof expected === 'string') await assert.rejects(submitting, { code: expected })
        else {
          const result = await submitting
          assert.deepEqual(statesOf(result), expected)
          for (const { smsId, acceptedAt } of result.entries) assert.equal(acceptedAt === null, smsId === 0)
        }
        if (credit !== undefined) assert.equal(await world.creditOf(client.principal.clientId), credit)
      },
    }),
  ),
  {
    name: 'an entry tells what was stored',
    async run(world, client) {
      const { bulkId, entries } = await submit(world, client, { to: ['+27 82 111 0001'], text: 'x'.repeat(161) })
      assert.equal(bulkId, undefined)
      const [entry] = entries
      assert.ok((entry?.smsId ?? 0) > 0)
      assert.match(entry?.messageId ?? '', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      const { acceptedAt, messageId, smsId, ...rest } = entry ?? {}
      assert.deepEqual(rest, { to: TO, from: client.address, parts: 2, state: 'queued' })
      assert.deepEqual(acceptedAt, (await recordOf(world, client, smsId as number))?.acceptedAt)
    },
  },
  {
    name: 'metadata come back in reports as they were given, and only of the messages that have them',
    async run(world, client) {
      const { entries } = await submit(world, client, [{ metadata: METADATA, to: [TO, TO_TOO] }, {}])
      const records = await Promise.all(entries.map(({ smsId }) => recordOf(world, client, smsId)))
      assert.deepEqual(
        records.map((record) => record?.metadata),
        [METADATA, METADATA, undefined],
      )
      assert.equal('metadata' in (records[2] ?? {}), false)
      const found = await world.service(Reports).findByIds(client.principal, [entries[0]?.smsId as number])
      assert.deepEqual([...found.values()][0]?.metadata, METADATA)
    },
  },
  {
    name: 'a bulk id is made for what is scheduled and for several destinations',
    async run(world, client) {
      assert.ok((await submit(world, client, { sendAt: inHours(world, 1) })).bulkId)
      assert.ok((await submit(world, client, { to: [TO, TO_TOO] })).bulkId)
      assert.equal((await submit(world, client, {}, { bulkId: 'mine' })).bulkId, 'mine')
    },
  },
  {
    name: 'a time ahead schedules, one past does not',
    async run(world, client) {
      assert.deepEqual(statesOf(await submit(world, client, { sendAt: inHours(world, 1) })), ['scheduled'])
      assert.deepEqual(statesOf(await submit(world, client, { sendAt: inHours(world, -1) })), ['queued'])
    },
  },
  {
    name: 'a resend is answered with the first result and changes nothing',
    client: { credit: '1' },
    async run(world, client) {
      const first = await submit(world, client, { messageId: 'id' })
      const again = await submit(world, client, { messageId: 'id' })
      assert.deepEqual(again.entries, first.entries)
      assert.equal(await world.creditOf(client.principal.clientId), '0.950000')
    },
  },
  {
    name: 'a resend is answered with the present state',
    async run(world, client) {
      const draft = { messageId: 'id', to: [TO_NETWORK] }
      const { entries } = await submit(world, client, draft)
      await world.submitted(entries[0]?.smsId as number)
      assert.deepEqual(statesOf(await submit(world, client, draft)), ['submitted'])
    },
  },
  {
    name: 'an id used for another text is refused',
    async run(world, client) {
      await submit(world, client, { messageId: 'id' })
      const { entries } = await submit(world, client, { messageId: 'id', text: 'other' })
      assert.deepEqual([entries[0]?.state, entries[0]?.smsId, entries[0]?.messageId], ['duplicate', 0, 'id'])
    },
  },
  {
    name: 'the same id of another client is free',
    async run(world, client) {
      const other = await world.addClient()
      await submit(world, client, { messageId: 'id' })
      assert.deepEqual(statesOf(await submit(world, other, { messageId: 'id', text: 'other' })), ['queued'])
    },
  },
  {
    name: 'who opted out is refused, others are not',
    async run(world, client) {
      await optOut(world, client.principal.clientId)
      assert.deepEqual(statesOf(await submit(world, client, { to: [TO, TO_TOO] })), ['opted-out', 'queued'])
    },
  },
  {
    name: 'an opt-out ends what waits, credited back, and a resend is answered with that',
    client: { credit: '0.15' },
    async run(world, client) {
      const { entries } = await submit(world, client, { messageId: 'id' })
      await submit(world, client, { sendAt: inHours(world, 1) })
      await submit(world, client, { to: [TO_TOO] })
      await optOut(world, client.principal.clientId)
      assert.equal(await world.creditOf(client.principal.clientId), '0.100000')
      const resent = await submit(world, client, { messageId: 'id' })
      assert.deepEqual(resent.entries, [{ ...entries[0], state: 'opted-out' }])
    },
  },
  {
    name: 'an opt-out holds for one client, and until the opt-in',
    async run(world, client) {
      const other = await world.addClient()
      await optOut(world, client.principal.clientId)
      assert.deepEqual(statesOf(await submit(world, other)), ['queued'])
      await world.service(Subscriptions).set(client.principal.clientId, TO, 'opted-in', { kind: 'web' })
      assert.deepEqual(statesOf(await submit(world, client)), ['queued'])
    },
  },
  {
    name: 'the channel a message names is used, also with a plus',
    async run(world, client) {
      await world.addChannel(client.principal.clientId, { sender: 'ACME' })
      const froms = await Promise.all(
        ['ACME', `+${client.address}`, 'OTHER', undefined].map(
          async (from) => (await submit(world, client, { from })).entries[0]?.from,
        ),
      )
      assert.deepEqual(froms, ['ACME', client.address, client.address, client.address])
    },
  },
  {
    name: 'a channel that is disabled is not used',
    async run(world, client) {
      const channelId = await world.addChannel(client.principal.clientId, { sender: 'ACME' })
      await world.disableChannel(channelId)
      assert.equal((await submit(world, client, { from: 'ACME' })).entries[0]?.from, client.address)
    },
  },
  {
    name: 'what no database keeps becomes a sign for it, and a resend of it is a resend',
    async run(world, client) {
      const draft = { text: 'a\0b\uD83D', reference: 'r\0', messageId: 'id' }
      const { entries } = await submit(world, client, draft)
      const record = await recordOf(world, client, entries[0]?.smsId as number)
      assert.deepEqual([record?.text, record?.reference], ['a\uFFFDb\uFFFD', 'r\uFFFD'])
      assert.deepEqual((await submit(world, client, draft)).entries, entries)
    },
  },
  {
    name: 'octets and header are kept in capitals',
    async run(world, client) {
      const { entries } = await submit(world, client, { text: 'a5ff', encoding: 'binary' })
      const record = await recordOf(world, client, entries[0]?.smsId as number)
      assert.deepEqual([record?.text, record?.encoding, record?.parts], ['A5FF', 'binary', 1])
    },
  },
]
