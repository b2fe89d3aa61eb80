import assert from 'node:assert/strict'
import { StateStore, type SubmitEntry, Subscriptions } from '@heliograph/contracts'
import { inHours, recordOf, submit, TO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

let lastInstance = 0

/** An instance that no other case uses. */
const freshInstance = () => `changing-${++lastInstance}`

/** Submits a text, with which the entry `k` of an instance becomes its recipient and id. */
function change(world: ServiceWorld, client: ServiceClient, instanceId: string, expected?: string, draft = {}) {
  return submit(
    world,
    client,
    draft,
    { atomic: false },
    {
      instanceId,
      expected,
      entryFor: ({ to, smsId }) => ({ key: 'k', value: `${to} ${smsId}`, expiresAt: inHours(world, 1) }),
    },
  )
}

const keptBy = (world: ServiceWorld, instanceId: string) => world.service(StateStore).of(instanceId).get('k')

const textOf = ({ to, smsId }: SubmitEntry) => `${to} ${smsId}`

const OVERTAKEN = { category: 'conflict', code: 'state-changed' }

export const stateChangeCases: readonly ServiceCase[] = [
  {
    name: 'a change goes with a message, and gets its answer',
    async run(world, client) {
      const instance = freshInstance()
      const first = (await change(world, client, instance)).entries[0] as SubmitEntry
      assert.equal(await keptBy(world, instance), textOf(first))
      const second = (await change(world, client, instance, textOf(first))).entries[0] as SubmitEntry
      assert.equal(await keptBy(world, instance), textOf(second))
      assert.deepEqual([first.state, second.state, second.messageId === first.messageId], ['queued', 'queued', false])
      assert.equal((await recordOf(world, client, second.smsId))?.to, TO)
    },
  },
  {
    name: 'a message whose change cannot be made is not stored and costs nothing',
    client: { credit: '1' },
    async run(world, client) {
      const instance = freshInstance()
      await assert.rejects(change(world, client, instance, 'other'), OVERTAKEN)
      assert.equal(await keptBy(world, instance), undefined)
      const { entries } = await change(world, client, instance)
      for (const expected of [undefined, 'other'])
        await assert.rejects(change(world, client, instance, expected), OVERTAKEN)
      assert.equal(await keptBy(world, instance), textOf(entries[0] as SubmitEntry))
      assert.equal(await world.creditOf(client.principal.clientId), '0.950000')
    },
  },
  {
    name: 'an expired entry counts as no entry',
    async run(world, client) {
      const instance = freshInstance()
      const over = { key: 'k', value: 'over', expiresAt: inHours(world, -1) }
      await world.service(StateStore).of(instance).set(over)
      await assert.rejects(change(world, client, instance, 'over'), OVERTAKEN)
      const { entries } = await change(world, client, instance)
      assert.equal(await keptBy(world, instance), textOf(entries[0] as SubmitEntry))
    },
  },
  {
    name: 'of messages at once that change an entry one is stored, beside others',
    client: { credit: '1' },
    async run(world, client) {
      const [added, replaced, other] = [freshInstance(), freshInstance(), freshInstance()]
      const before = (await change(world, client, replaced)).entries[0] as SubmitEntry
      const rivals = [undefined, textOf(before)].flatMap((expected) =>
        Array.from({ length: 5 }, () => change(world, client, expected === undefined ? added : replaced, expected)),
      )
      const beside = [change(world, client, other), submit(world, client), submit(world, client, { messageId: 'id' })]
      const results = await Promise.allSettled(rivals)
      for (const result of await Promise.all(beside)) assert.equal(result.entries[0]?.state, 'queued')
      const won = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.entries : []))
      assert.deepEqual(won.map(textOf).sort(), [await keptBy(world, added), await keptBy(world, replaced)].sort())
      for (const result of results) if (result.status === 'rejected') assert.equal(result.reason.code, 'state-changed')
      assert.equal(await world.creditOf(client.principal.clientId), '0.700000')
    },
  },
  {
    name: 'nothing changes with a message that is refused',
    client: { credit: '0.04' },
    async run(world, client) {
      const instance = freshInstance()
      const statesOf = async (draft = {}) =>
        (await change(world, client, instance, undefined, draft)).entries.map(({ state }) => state)
      assert.deepEqual(await statesOf({ to: ['nobody'] }), ['bad-number'])
      assert.deepEqual(await statesOf(), ['no-credit'])
      await world.service(Subscriptions).set(client.principal.clientId, TO, 'opted-out', { kind: 'web' })
      assert.deepEqual(await statesOf(), ['opted-out'])
      assert.equal(await keptBy(world, instance), undefined)
    },
  },
  {
    name: 'a change goes with a message that is scheduled, and with one for the last of the credit',
    client: { credit: '0.05' },
    async run(world, client) {
      const instance = freshInstance()
      const { entries } = await change(world, client, instance, undefined, { sendAt: inHours(world, 1) })
      assert.equal(entries[0]?.state, 'scheduled')
      assert.equal(await keptBy(world, instance), textOf(entries[0] as SubmitEntry))
      const { entries: refused } = await change(world, client, instance, textOf(entries[0] as SubmitEntry))
      assert.deepEqual([refused[0]?.state, await world.creditOf(client.principal.clientId)], ['no-credit', '0.000000'])
    },
  },
  {
    name: 'an entry that cannot be kept, and a change for several messages, are refused with all of it',
    async run(world, client) {
      const instance = freshInstance()
      for (const draft of [{ to: [TO, TO] }, { messageId: 'id' }])
        await assert.rejects(change(world, client, instance, undefined, draft))
      const long = { key: 'k', value: 'x'.repeat(10_001), expiresAt: inHours(world, 1) }
      const asked = submit(world, client, {}, {}, { instanceId: instance, expected: undefined, entryFor: () => long })
      await assert.rejects(asked, { code: 'bad-state-entry' })
      assert.equal(await keptBy(world, instance), undefined)
      assert.deepEqual((await submit(world, client, { messageId: 'id' })).entries[0]?.state, 'queued')
    },
  },
]
