import assert from 'node:assert/strict'
import { AuditLog, PRIORITIES, type QuietHours, QuietHoursSettings, type SubmitRequest } from '@heliograph/contracts'
import { inHours, type MessageDraft, recordOf, submit, TO, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceClient, ServiceWorld } from './service-world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** South Africa, where the numbers of the cases are, has one time all year. */
const OFFSET_MS = 2 * HOUR_MS
/** In Japan it is 7 hours later, so that there the hours of the cases are none. */
const FAR_AWAY = '819012345678'

/** As what the portal sends. */
export const PORTAL = { origin: 'portal', priority: PRIORITIES.LOW } as const

/** Quiet hours that began an hour ago and end in an hour or a little less, and their end. */
function hoursNow(world: ServiceWorld): { readonly hours: QuietHours; readonly end: Date } {
  const minute = Math.floor(world.now() / MINUTE_MS) * MINUTE_MS
  const timeOf = (moment: number) => new Date(moment + OFFSET_MS).toISOString().slice(11, 16)
  const zone = 'Africa/Johannesburg'
  return {
    hours: {
      days: [1, 2, 3, 4, 5, 6, 7],
      from: timeOf(minute - HOUR_MS),
      to: timeOf(minute + HOUR_MS),
      zone,
      includesInterfaces: false,
    },
    end: new Date(minute + HOUR_MS),
  }
}

/** Sets quiet hours of the client; resolves with when they end. */
export async function quietNow(world: ServiceWorld, { principal }: ServiceClient, more: Partial<QuietHours> = {}) {
  const { hours, end } = hoursNow(world)
  const admin = await world.addUser(principal.clientId, { role: 'admin' })
  await world.service(QuietHoursSettings).set(admin, { ...hours, ...more })
  await world.accountsChanged()
  return end
}

/** When messages go: as the reports say, null for one that goes at once. */
async function timesOf(
  world: ServiceWorld,
  client: ServiceClient,
  draft: MessageDraft,
  request: Partial<SubmitRequest> = PORTAL,
): Promise<readonly (Date | null | undefined)[]> {
  const { entries } = await submit(world, client, draft, request)
  const records = await Promise.all(entries.map(({ smsId }) => recordOf(world, client, smsId)))
  return records.map((record) => record?.scheduledAt)
}

/** What quiet hours hold, and what they do not. */
const HELD: readonly (readonly [
  what: string,
  request: Partial<SubmitRequest>,
  more: Partial<QuietHours>,
  isHeld: boolean,
])[] = [
  ['what the portal sends', PORTAL, {}, true],
  ['what an upload sends', { origin: 'upload', priority: PRIORITIES.BULK }, {}, true],
  ['an answer to a contact', { ...PORTAL, isReply: true }, {}, false],
  ['what is critical', { ...PORTAL, priority: PRIORITIES.CRITICAL }, {}, false],
  ['another interface', { origin: 'v2' }, {}, false],
  ['another interface, where they include those', { origin: 'v2' }, { includesInterfaces: true }, true],
  [
    'what is critical of another interface',
    { origin: 'v2', priority: PRIORITIES.CRITICAL },
    { includesInterfaces: true },
    false,
  ],
]

export const quietCases: readonly ServiceCase[] = [
  ...HELD.map(
    ([what, request, more, isHeld]): ServiceCase => ({
      name: `${what}: ${isHeld ? 'held until they end' : 'goes at once'}`,
      async run(world, client) {
        const end = await quietNow(world, client, more)
        assert.deepEqual(await timesOf(world, client, {}, request), [isHeld ? end : null])
      },
    }),
  ),
  {
    name: 'they are those of the recipient, so that one request goes at several times',
    async run(world, client) {
      const end = await quietNow(world, client)
      assert.deepEqual(await timesOf(world, client, { to: [TO, FAR_AWAY, TO_TOO] }), [end, null, end])
    },
  },
  {
    name: 'a time that lies in them is moved to their end, and a later one is not',
    async run(world, client) {
      const end = await quietNow(world, client)
      const within = new Date(end.getTime() - MINUTE_MS)
      const later = inHours(world, 2)
      assert.deepEqual(await timesOf(world, client, { sendAt: within }), [end])
      assert.deepEqual(await timesOf(world, client, { sendAt: end }), [end])
      assert.deepEqual(await timesOf(world, client, { sendAt: later }), [later])
    },
  },
  {
    name: 'a message whose validity ends before they do has expired at once, and costs nothing',
    client: { credit: '1' },
    async run(world, client) {
      await quietNow(world, client)
      const { entries } = await submit(world, client, { validitySeconds: 600 }, PORTAL)
      assert.deepEqual(
        entries.map(({ state, smsId }) => [state, smsId]),
        [['expired', 0]],
      )
      assert.equal(Number(await world.creditOf(client.principal.clientId)), 1)
      const longer = await submit(world, client, { validitySeconds: 7_200 }, PORTAL)
      assert.equal(longer.entries[0]?.state, 'scheduled')
    },
  },
  {
    name: 'an admin sets and removes them, for its own client; the audit log says so',
    async run(world, { principal }) {
      const settings = world.service(QuietHoursSettings)
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const { hours } = hoursNow(world)
      assert.equal(await settings.of(principal), null)
      await settings.set(admin, { ...hours, days: [7, 1, 1] })
      assert.deepEqual(await settings.of(principal), { ...hours, days: [1, 7] })
      await settings.set(admin, null)
      assert.equal(await settings.of(principal), null)
      const { records } = await world.service(AuditLog).find({ ...admin, scope: 'portal' }, { limit: 10 })
      const acts = records.filter(({ action }) => action === 'quiet-hours-set').map(({ subject }) => subject)
      assert.deepEqual(acts, ['none', `${hours.from}-${hours.to} Africa/Johannesburg, days 17`])
    },
  },
  {
    name: 'a user cannot set them, and nobody wrong ones',
    async run(world, { principal }) {
      const settings = world.service(QuietHoursSettings)
      const { hours } = hoursNow(world)
      await assert.rejects(settings.set(principal, hours), { category: 'forbidden', code: 'not-allowed' })
      const admin = await world.addUser(principal.clientId, { role: 'admin' })
      const wrong: readonly (readonly [field: string, change: Partial<QuietHours>])[] = [
        ['days', { days: [] }],
        ['from', { from: '25:00' }],
        ['to', { to: '8' }],
        ['to', { to: hours.from }],
        ['zone', { zone: 'Africa/Nowhere' }],
      ]
      for (const [field, change] of wrong)
        await assert.rejects(
          settings.set(admin, { ...hours, ...change }),
          (error: { code: string; details: object }) => {
            assert.deepEqual([error.code, Object.keys(error.details)], ['invalid-settings', [field]])
            return true
          },
        )
      assert.equal(await settings.of(principal), null)
    },
  },
]
