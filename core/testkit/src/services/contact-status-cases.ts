import assert from 'node:assert/strict'
import { Contacts, Reports, Subscriptions } from '@heliograph/contracts'
import { submit, TO, TO_THREE, TO_TOO } from './requests.ts'
import { FIRST, results, SECOND, THIRD } from './sample-contacts.ts'
import type { ServiceCase } from './service-world.ts'

/** The subscription state of contacts: by requests, lists and by hand. */
export const contactStatusCases: readonly ServiceCase[] = [
  {
    name: 'who opts out is in the phonebook, with what was chosen',
    async run(world, { principal }) {
      const { subscription } = await world
        .service(Subscriptions)
        .set(principal.clientId, FIRST, 'opted-out', { kind: 'sms', incomingSmsId: 7 })
      const record = await world.service(Contacts).get(principal, FIRST)
      assert.deepEqual([record?.name, record?.subscription], ['', subscription])
      assert.deepEqual(await results(world, principal, [{ mobile: FIRST, name: 'Thandi' }]), ['changed'])
      assert.deepEqual((await world.service(Contacts).get(principal, FIRST))?.subscription, subscription)
    },
  },
  {
    name: 'a list opts out, records opt-ins, and opts nobody in again',
    async run(world, { principal }) {
      const out = { mobile: FIRST, status: 'opted-out' } as const
      const rows = [out, { mobile: SECOND, status: 'opted-in' } as const, { mobile: THIRD }]
      assert.deepEqual(await results(world, principal, rows), ['added', 'added', 'added'])
      assert.deepEqual(await results(world, principal, rows), ['unchanged', 'unchanged', 'unchanged'])
      const { audit, get } = world.service(Contacts)
      const { entries } = await audit(principal, FIRST, { limit: 10 })
      assert.equal(entries.length, 1)
      assert.match(entries[0]?.description ?? '', /^OPTED OUT - \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC - Import$/)
      assert.equal((await get(principal, SECOND))?.subscription?.status, 'opted-in')
      assert.deepEqual(await results(world, principal, [{ mobile: FIRST, status: 'opted-in', name: 'Thandi' }]), [
        'opted-out',
      ])
      const record = await get(principal, FIRST)
      assert.deepEqual([record?.name, record?.subscription?.status], ['', 'opted-out'])
    },
  },
  {
    name: 'what waits for a contact ends when a list or a user opts it out',
    async run(world, client) {
      const { principal } = client
      const { entries } = await submit(world, client, { to: [TO, TO_TOO, TO_THREE] })
      await results(world, principal, [{ mobile: TO, status: 'opted-out' }])
      await world.service(Contacts).setStatus(principal, TO_TOO, 'opted-out')
      const ids = entries.map(({ smsId }) => smsId as number)
      const found = await world.service(Reports).findByIds(principal, ids)
      assert.deepEqual(
        ids.map((smsId) => found.get(smsId)?.state),
        ['opted-out', 'opted-out', 'queued'],
      )
    },
  },
  {
    name: 'a user sets the status by hand; the trail tells who, when and whether it changed anything',
    async run(world, { principal }) {
      const { setStatus, audit } = world.service(Contacts)
      const first = await setStatus(principal, '0820000001', 'opted-out')
      assert.equal(first.changed, true)
      // regex-bound: a line of the trail.
      assert.match(first.subscription.description, new RegExp(`^OPTED OUT - .* UTC - User ID: ${principal.userId}$`))
      assert.equal((await setStatus(principal, FIRST, 'opted-out')).changed, false)
      assert.equal((await setStatus(principal, FIRST, 'opted-in')).changed, true)
      const trail = await audit(principal, FIRST, { limit: 10 })
      assert.deepEqual(
        trail.entries.map(({ status, changed }) => [status, changed]),
        [
          ['opted-in', true],
          ['opted-out', false],
          ['opted-out', true],
        ],
      )
      assert.equal(trail.next, undefined)
      const page = await audit(principal, FIRST, { limit: 2 })
      assert.deepEqual(page.entries, trail.entries.slice(0, 2))
      const rest = await audit(principal, FIRST, { limit: 2, before: page.next })
      assert.deepEqual(rest, { entries: trail.entries.slice(2), next: undefined })
      const stranger = (await world.addClient()).principal
      assert.deepEqual(await audit(stranger, FIRST, { limit: 10 }), { entries: [], next: undefined })
    },
  },
  {
    name: 'the last change is taken back, once, and only while it is the last',
    async run(world, { principal }) {
      const { undo, get, setStatus } = world.service(Contacts)
      const at = new Date(0)
      await assert.rejects(undo(principal, FIRST, at), { category: 'not-found', code: 'contact-not-found' })
      const { subscription } = await setStatus(principal, FIRST, 'opted-out')
      await assert.rejects(undo(principal, FIRST, at), { category: 'conflict', code: 'changed-meanwhile' })
      const back = await undo(principal, FIRST, subscription.changedAt)
      assert.equal(back.status, 'opted-in')
      // regex-bound: a line of the trail.
      assert.match(back.description, new RegExp(`^OPTED IN - .* UTC - Undone by user ID: ${principal.userId}$`))
      assert.deepEqual((await get(principal, FIRST))?.subscription, back)
      const again = await undo(principal, FIRST, back.changedAt)
      assert.equal(again.status, 'opted-out')
      const joined = await setStatus(principal, SECOND, 'opted-in')
      await assert.rejects(undo(principal, SECOND, joined.subscription.changedAt), {
        category: 'conflict',
        code: 'nothing-to-undo',
      })
    },
  },
  {
    name: 'an invalid number is refused where there is one contact',
    async run(world, { principal }) {
      const { get, setStatus, audit, undo } = world.service(Contacts)
      const error = { category: 'invalid', code: 'bad-number' }
      await assert.rejects(async () => get(principal, 'x'), error)
      await assert.rejects(async () => setStatus(principal, 'x', 'opted-out'), error)
      await assert.rejects(async () => audit(principal, 'x', { limit: 1 }), error)
      await assert.rejects(async () => undo(principal, 'x', new Date(0)), error)
    },
  },
]
