import assert from 'node:assert/strict'
import { Messages, PRIORITIES, Reports, Segments, type SubmitSegment, Subscriptions } from '@heliograph/contracts'
import { recordOf, TO, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

let references = 0

/** A reference that no other case uses. */
const nextReference = () => ++references

/** One segment of a two-segment text. */
export function segmentOf(part: number, changes: Partial<SubmitSegment> = {}): SubmitSegment {
  return {
    origin: 'suite',
    priority: PRIORITIES.NORMAL,
    to: TO,
    reference: 7,
    total: 2,
    part,
    text: `part ${part} `,
    encoding: 'gsm',
    userDataHeader: `00030702${String(part).padStart(2, '0')}`,
    flash: false,
    ...changes,
  }
}

async function add(world: ServiceWorld, client: ServiceClient, ...segments: readonly SubmitSegment[]) {
  const ids: number[] = []
  for (const segment of segments) ids.push((await world.service(Segments).add(client.principal, segment)).smsId)
  return ids
}

/** The texts, which must be the same whether the messages are read one by one or all at once. */
async function textsOf(world: ServiceWorld, client: ServiceClient, ids: readonly number[]) {
  const texts = await Promise.all(ids.map(async (smsId) => (await recordOf(world, client, smsId))?.text))
  const found = await world.service(Reports).findByIds(client.principal, ids)
  assert.deepEqual(
    ids.map((smsId) => found.get(smsId)?.text),
    texts,
  )
  return texts
}

interface JoinRow {
  readonly name: string
  readonly segments: readonly SubmitSegment[]
  /** The texts that the ids of the segments lead to. */
  readonly texts: readonly string[]
}

const JOINED: readonly JoinRow[] = [
  {
    name: 'two segments are one message',
    segments: [segmentOf(1), segmentOf(2)],
    texts: ['part 1 part 2 ', 'part 1 part 2 '],
  },
  {
    name: 'the other way round too',
    segments: [segmentOf(2), segmentOf(1)],
    texts: ['part 1 part 2 ', 'part 1 part 2 '],
  },
  {
    name: 'a segment that comes twice is sent once',
    segments: [segmentOf(1), segmentOf(1), segmentOf(2)],
    texts: Array(3).fill('part 1 part 2 '),
  },
  {
    name: 'a reference that is used again begins another message',
    segments: [segmentOf(1), segmentOf(1, { text: 'b1 ' }), segmentOf(2), segmentOf(2, { text: 'b2 ' })],
    texts: ['part 1 part 2 ', 'b1 b2 ', 'part 1 part 2 ', 'b1 b2 '],
  },
  { name: 'one segment waits', segments: [segmentOf(1)], texts: ['part 1 '] },
  {
    name: 'another number is another message',
    segments: [segmentOf(1), segmentOf(2, { to: TO_TOO })],
    texts: ['part 1 ', 'part 2 '],
  },
  {
    name: 'another reference is another message',
    segments: [segmentOf(1), segmentOf(2, { reference: 8 })],
    texts: ['part 1 ', 'part 2 '],
  },
  { name: 'octets do not wait', segments: [segmentOf(1, { text: 'A5', encoding: 'binary' })], texts: ['A5'] },
]

const REFUSED: readonly (readonly [string, Partial<SubmitSegment>, object])[] = [
  ['a part beyond the total', { part: 3 }, { category: 'invalid', code: 'bad-segment' }],
  ['a part before the first', { part: 0 }, { category: 'invalid', code: 'bad-segment' }],
  ['a reference that is too large', { reference: 65_536 }, { category: 'invalid', code: 'bad-segment' }],
  ['what is no number', { to: 'nobody' }, { category: 'invalid', code: 'bad-number' }],
]

export const segmentCases: readonly ServiceCase[] = [
  ...JOINED.map(
    ({ name, segments, texts }): ServiceCase => ({
      name,
      async run(world, client) {
        const ids = await add(world, client, ...segments)
        assert.deepEqual(await textsOf(world, client, ids), texts)
      },
    }),
  ),
  ...REFUSED.map(
    ([name, change, error]): ServiceCase => ({
      name,
      run: (world, client) => assert.rejects(add(world, client, segmentOf(1, change)), error),
    }),
  ),
  {
    name: 'no channel',
    client: { hasChannel: false },
    run: (world, client) => assert.rejects(add(world, client, segmentOf(1)), { code: 'no-channel' }),
  },
  {
    name: 'who opted out',
    async run(world, client) {
      await world.service(Subscriptions).set(client.principal.clientId, TO, 'opted-out', { kind: 'web' })
      await assert.rejects(add(world, client, segmentOf(1)), { category: 'forbidden', code: 'opted-out' })
    },
  },
  {
    name: 'each segment is paid for when it comes, and no credit refuses it',
    client: { credit: '0.06' },
    async run(world, client) {
      await add(world, client, segmentOf(1))
      assert.equal(await world.creditOf(client.principal.clientId), '0.010000')
      await assert.rejects(add(world, client, segmentOf(2)), { category: 'forbidden', code: 'no-credit' })
    },
  },
  {
    name: 'the joined message costs its own parts',
    client: { credit: '1' },
    async run(world, client) {
      await add(world, client, segmentOf(1), segmentOf(2))
      assert.equal(await world.creditOf(client.principal.clientId), '0.950000')
    },
  },
  {
    name: 'what is incomplete goes out as it came',
    async run(world, client) {
      const reference = nextReference()
      const [smsId] = await add(world, client, segmentOf(1, { reference }))
      await world.overdueSegments()
      const [late] = await add(world, client, segmentOf(2, { reference }))
      assert.deepEqual(await textsOf(world, client, [smsId as number, late as number]), ['part 1 ', 'part 2 '])
    },
  },
  {
    name: 'cancelling one segment ends all that have come of its message',
    client: { credit: '1' },
    async run(world, client) {
      const ids = await add(world, client, segmentOf(1, { total: 3 }), segmentOf(2, { total: 3 }))
      assert.equal(await world.service(Messages).cancel(client.principal, { smsId: ids[0] }), 2)
      const states = await Promise.all(ids.map(async (smsId) => (await recordOf(world, client, smsId))?.state))
      assert.deepEqual(states, ['cancelled', 'cancelled'])
      assert.equal(await world.creditOf(client.principal.clientId), '1.000000')
    },
  },
  {
    name: 'segments that wait are cancelled by their number',
    async run(world, client) {
      await add(world, client, segmentOf(1))
      assert.equal(await world.service(Messages).cancel(client.principal, { to: TO }), 1)
    },
  },
  {
    name: 'a joined message is cancelled by the id of any segment',
    async run(world, client) {
      const [first, second] = await add(world, client, segmentOf(1), segmentOf(2))
      assert.equal(await world.service(Messages).cancel(client.principal, { smsId: second }), 1)
      assert.equal((await recordOf(world, client, first as number))?.state, 'cancelled')
    },
  },
  {
    name: 'a segment that waits cannot be replaced',
    async run(world, client) {
      const [smsId] = await add(world, client, segmentOf(1))
      const replacing = world.service(Messages).replace(client.principal, smsId as number, { text: 'other' })
      await assert.rejects(replacing, { code: 'message-not-found' })
    },
  },
  {
    name: 'a segment of another client is not found',
    async run(world, client) {
      const other = await world.addClient()
      const [smsId] = await add(world, client, segmentOf(1))
      assert.equal(await recordOf(world, other, smsId as number), undefined)
      await assert.rejects(world.service(Messages).cancel(other.principal, { smsId }), { code: 'message-not-found' })
    },
  },
]
