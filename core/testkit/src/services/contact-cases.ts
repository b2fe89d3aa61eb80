import assert from 'node:assert/strict'
import {
  type ContactDraft,
  type ContactFilter,
  ContactGroups,
  Contacts,
  type Principal,
  Reports,
  Subscriptions,
} from '@heliograph/contracts'
import { submit, TO, TO_THREE, TO_TOO } from './requests.ts'
import type { ServiceCase, ServiceWorld } from './service-world.ts'

const MOBILES = ['27820000001', '27820000002', '27820000003', '27830000004', '4915123456789'] as const
const [FIRST, SECOND, THIRD, FOURTH, GERMAN] = MOBILES

const PEOPLE: readonly ContactDraft[] = [
  { mobile: '082 000 0001', name: 'Thandi Nkosi', email: 'thandi@example.com', fields: { city: 'Durban' } },
  { mobile: '+27 82 000 0002', name: 'José  Álvarez', groups: ['Staff'] },
  { mobile: SECOND, groups: ['staff', 'Choir'] },
  { mobile: THIRD, name: 'jose smith' },
  { mobile: FOURTH },
  { mobile: GERMAN, groups: ['Choir'] },
]

async function numbers(world: ServiceWorld, principal: Principal, filter: Omit<ContactFilter, 'limit'>) {
  const { records } = await world.service(Contacts).find(principal, { ...filter, limit: 1_000 })
  return records.map(({ mobile }) => mobile)
}

async function results(world: ServiceWorld, principal: Principal, drafts: readonly ContactDraft[]) {
  const outcomes = await world.service(Contacts).save(principal, drafts)
  return outcomes.map((outcome) => (outcome.result === 'refused' ? outcome.problem.code : outcome.result))
}

const phonebookCases: readonly ServiceCase[] = [
  // spec: Contact subscription record | rule | one contact: local form ; one contact: international form ; one contact: with +
  // spec: Contact subscription record | rule | one contact: with hyphens ; one contact: with brackets
  {
    name: 'all forms of a number are one contact',
    async run(world, { principal }) {
      const forms = ['0820000001', FIRST, `+${FIRST}`, '+27-82-000-0001', '(082) 000 0001', '0027820000001']
      for (const [index, mobile] of forms.entries())
        assert.deepEqual(await results(world, principal, [{ mobile, groups: [`Form ${index}`] }]), [
          index === 0 ? 'added' : 'changed',
        ])
      const [record, ...others] = (await world.service(Contacts).find(principal, { limit: 10 })).records
      assert.deepEqual([record?.mobile, record?.groups.length, others], [FIRST, forms.length, []])
    },
  },
  // spec: Contact subscription record | rule | a client has a phonebook
  // spec: Contact subscription record | method | phonebook_size counts the contacts (SOAP)
  {
    name: 'contacts are saved, shown and counted, and nothing of it is another client’s',
    async run(world, { principal }) {
      const other = (await world.addClient()).principal
      const { get, count } = world.service(Contacts)
      // The third has the number of the second: there are as many `added` as there are contacts.
      const saved = ['added', 'added', 'changed', 'added', 'added', 'added']
      assert.deepEqual(await results(world, principal, PEOPLE), saved)
      const thandi = await get(principal, '0820000001')
      assert.deepEqual(
        [thandi?.mobile, thandi?.name, thandi?.email, thandi?.fields, thandi?.groups, thandi?.subscription],
        [FIRST, 'Thandi Nkosi', 'thandi@example.com', { city: 'Durban' }, [], undefined],
      )
      const jose = await get(principal, SECOND)
      assert.deepEqual([jose?.name, jose?.groups.map(({ name }) => name)], ['José Álvarez', ['Choir', 'Staff']])
      assert.deepEqual([await count(principal), await count(other)], [5, 0])
      assert.deepEqual([await get(other, FIRST), await numbers(world, other, {})], [undefined, []])
    },
  },
  {
    name: 'what texts can say about numbers, and the names of the fields that there are, are the client’s own',
    async run(world, { principal }) {
      const other = (await world.addClient()).principal
      const { values, fieldNames } = world.service(Contacts)
      assert.deepEqual(await fieldNames(principal), [])
      await results(world, principal, [...PEOPLE, { mobile: THIRD, fields: { city: 'Paarl', age: '40' } }])
      const found = await values(principal, [FOURTH, '27829999999', FIRST])
      assert.deepEqual(
        [...found].sort((a, b) => (a.mobile < b.mobile ? -1 : 1)),
        [
          { mobile: FIRST, name: 'Thandi Nkosi', email: 'thandi@example.com', fields: { city: 'Durban' } },
          { mobile: FOURTH, name: '', email: '', fields: {} },
        ],
      )
      assert.deepEqual(await fieldNames(principal), ['age', 'city'])
      assert.deepEqual([await values(other, [FIRST]), await fieldNames(other)], [[], []])
    },
  },
  {
    name: 'saving the same again changes nothing; what is not said stays, what is empty goes',
    async run(world, { principal }) {
      await results(world, principal, PEOPLE)
      assert.deepEqual(await results(world, principal, PEOPLE), Array(6).fill('unchanged'))
      const before = await world.service(Contacts).get(principal, FIRST)
      assert.deepEqual(
        await results(world, principal, [
          { mobile: FIRST, email: '' },
          { mobile: SECOND, name: 'Pepe' },
        ]),
        ['changed', 'changed'],
      )
      const after = await world.service(Contacts).get(principal, FIRST)
      assert.deepEqual({ ...after, changedAt: before?.changedAt }, { ...before, email: '' })
      assert.deepEqual(await results(world, principal, [{ mobile: FIRST, fields: { town: ' Umlazi ', city: '' } }]), [
        'changed',
      ])
      assert.deepEqual((await world.service(Contacts).get(principal, FIRST))?.fields, { town: 'Umlazi' })
    },
  },
  {
    name: 'drafts that cannot be kept are refused one by one',
    async run(world, { principal }) {
      const rows: readonly (readonly [ContactDraft, string])[] = [
        [{ mobile: 'abc' }, 'bad-number'],
        [{ mobile: '12' }, 'bad-number'],
        [{ mobile: FIRST, name: 'n'.repeat(101) }, 'bad-name'],
        [{ mobile: FIRST, email: 'no address' }, 'bad-email'],
        [{ mobile: FIRST, email: `${'e'.repeat(250)}@b.example` }, 'bad-email'],
        [{ mobile: FIRST, fields: { ['f'.repeat(51)]: 'x' } }, 'bad-fields'],
        [{ mobile: FIRST, fields: { f: 'x'.repeat(501) } }, 'bad-fields'],
        [
          { mobile: FIRST, fields: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`f${n}`, 'x'])) },
          'bad-fields',
        ],
        [
          {
            mobile: FIRST,
            fields: Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}`, 'x'.repeat(500)])),
          },
          'bad-fields',
        ],
        [{ mobile: FIRST, groups: [' '] }, 'bad-group'],
        [{ mobile: FIRST, groups: ['g'.repeat(101)] }, 'bad-group'],
        [{ mobile: SECOND, name: 'n'.repeat(100), fields: { __proto__: null, __proto: 'x' } as never }, 'added'],
      ]
      assert.deepEqual(
        await results(
          world,
          principal,
          rows.map(([draft]) => draft),
        ),
        rows.map(([, code]) => code),
      )
      assert.deepEqual(await numbers(world, principal, {}), [SECOND])
      const outcome = await world.service(Contacts).save(principal, [{ mobile: ' x ' }])
      assert.equal(outcome[0]?.mobile, ' x ')
    },
  },
  {
    name: 'more than 500 contacts at once are refused',
    async run(world, { principal }) {
      const { save, remove } = world.service(Contacts)
      const many = Array.from({ length: 501 }, () => FIRST)
      const error = { category: 'invalid', code: 'too-many-contacts' }
      await assert.rejects(
        async () =>
          save(
            principal,
            many.map((mobile) => ({ mobile })),
          ),
        error,
      )
      await assert.rejects(async () => remove(principal, many), error)
    },
  },
  {
    name: 'contacts are found by number, name, group and status, in a stable order',
    async run(world, { principal }) {
      await results(world, principal, PEOPLE)
      const groups = await world.service(ContactGroups).list(principal)
      const idOf = (name: string) => groups.find((group) => group.name === name)?.groupId
      await world.service(Subscriptions).set(principal.clientId, SECOND, 'opted-out', { kind: 'web' })
      await world.service(Subscriptions).set(principal.clientId, FIRST, 'opted-in', { kind: 'web' })
      const rows: readonly (readonly [Omit<ContactFilter, 'limit'>, readonly string[]])[] = [
        [{}, MOBILES],
        [{ number: '082' }, [FIRST, SECOND, THIRD]],
        [{ number: '+27 83' }, [FOURTH]],
        [{ number: '0049' }, [GERMAN]],
        [{ number: '2782 000 0003' }, [THIRD]],
        [{ number: '9' }, []],
        [{ name: 'JOSE' }, [SECOND, THIRD]],
        [{ name: 'josé a' }, [SECOND]],
        [{ name: ' ' }, MOBILES],
        [{ name: 'jose', number: '27820000003' }, [THIRD]],
        [{ name: 'jose', groupId: idOf('Staff') }, [SECOND]],
        [{ name: 'jose', status: 'opted-in' }, [THIRD]],
        [{ groupId: idOf('Choir') }, [SECOND, GERMAN]],
        [{ groupId: idOf('Choir'), number: '49' }, [GERMAN]],
        [{ groupId: idOf('Choir'), status: 'opted-out' }, [SECOND]],
        [{ groupId: idOf('Choir'), status: 'opted-in' }, [GERMAN]],
        [{ groupId: 999_999_999 }, []],
        [{ groupId: 0.5 }, []],
        [{ status: 'opted-out' }, [SECOND]],
        [{ status: 'opted-out', number: '083' }, []],
        [{ status: 'opted-in' }, [FIRST, THIRD, FOURTH, GERMAN]],
      ]
      for (const [filter, expected] of rows)
        assert.deepEqual(await numbers(world, principal, filter), expected, JSON.stringify(filter))
    },
  },
  {
    name: 'pages lead through everything once, whatever the filter',
    async run(world, { principal }) {
      const drafts = Array.from({ length: 23 }, (_, n) => ({
        mobile: `278200000${String(n + 10)}`,
        name: `Name ${n % 3}`,
        groups: n % 2 === 0 ? ['Even'] : [],
        status: n % 5 === 0 ? ('opted-out' as const) : undefined,
      }))
      await results(world, principal, drafts)
      const [even] = await world.service(ContactGroups).list(principal)
      const { find } = world.service(Contacts)
      const rows: readonly (readonly [Omit<ContactFilter, 'limit'>, number])[] = [
        [{}, 23],
        [{ name: 'name' }, 23],
        [{ name: 'name 1' }, 8],
        [{ groupId: even?.groupId }, 12],
        [{ status: 'opted-out' }, 5],
        [{ status: 'opted-in' }, 18],
        [{ name: 'n', groupId: even?.groupId, status: 'opted-in' }, 9],
      ]
      for (const [filter, expected] of rows) {
        const shown: string[] = []
        let after: string | undefined
        do {
          const page = await find(principal, { ...filter, after, limit: 4 })
          assert.ok(page.records.length <= 4)
          shown.push(...page.records.map(({ mobile }) => mobile))
          after = page.next
        } while (after !== undefined)
        assert.deepEqual([shown.length, new Set(shown).size], [expected, expected], JSON.stringify(filter))
      }
    },
  },
  {
    name: 'a contact that is removed is gone from its groups; one that chose stays as a number',
    async run(world, { principal }) {
      await results(world, principal, PEOPLE)
      await world.service(Subscriptions).set(principal.clientId, SECOND, 'opted-out', { kind: 'web' })
      const { remove, get } = world.service(Contacts)
      assert.equal(await remove(principal, ['0820000001', SECOND, '27829999999', 'x']), 2)
      assert.equal(await get(principal, FIRST), undefined)
      const left = await get(principal, SECOND)
      assert.deepEqual([left?.name, left?.groups, left?.subscription?.status], ['', [], 'opted-out'])
      assert.deepEqual(await numbers(world, principal, {}), MOBILES.slice(1))
      assert.equal(await remove(principal, []), 0)
    },
  },
]

const statusCases: readonly ServiceCase[] = [
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
    name: 'a number that is none is refused where there is one contact',
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

const groupCases: readonly ServiceCase[] = [
  {
    name: 'groups are added, renamed, listed and removed; their contacts stay',
    async run(world, { principal }) {
      const { list, add, rename, remove } = world.service(ContactGroups)
      const staff = await add(principal, '  Staff  ')
      assert.equal(staff.name, 'Staff')
      const choir = await add(principal, 'Choir')
      await assert.rejects(add(principal, 'STAFF'), { category: 'conflict', code: 'group-taken' })
      await assert.rejects(rename(principal, choir.groupId, 'stáff'), { category: 'conflict', code: 'group-taken' })
      assert.deepEqual(await rename(principal, staff.groupId, 'STAFF'), { groupId: staff.groupId, name: 'STAFF' })
      assert.deepEqual(await list(principal), [choir, { groupId: staff.groupId, name: 'STAFF' }])
      await results(world, principal, [{ mobile: FIRST, groups: ['staff'] }])
      await remove(principal, staff.groupId)
      assert.deepEqual(await list(principal), [choir])
      assert.deepEqual((await world.service(Contacts).get(principal, FIRST))?.groups, [])
      for (const name of [' ', 'a;b', 'g'.repeat(101)])
        await assert.rejects(async () => add(principal, name), { category: 'invalid', code: 'bad-group-name' })
    },
  },
  {
    name: 'contacts are put into a group and taken out; only those of the phonebook',
    async run(world, { principal }) {
      await results(world, principal, PEOPLE)
      const { add, addContacts, removeContacts } = world.service(ContactGroups)
      const { groupId } = await add(principal, 'Board')
      const given = ['0820000001', FIRST, SECOND, '27829999999', 'x']
      assert.equal(await addContacts(principal, groupId, given), 2)
      assert.equal(await addContacts(principal, groupId, given), 0)
      assert.deepEqual(await numbers(world, principal, { groupId }), [FIRST, SECOND])
      assert.equal(await removeContacts(principal, groupId, given), 2)
      assert.equal(await removeContacts(principal, groupId, given), 0)
      assert.deepEqual(await numbers(world, principal, { groupId }), [])
    },
  },
  {
    name: 'groups of another client do not exist',
    async run(world, { principal }) {
      const { add, rename, remove, addContacts, removeContacts, list } = world.service(ContactGroups)
      const stranger = (await world.addClient()).principal
      const { groupId } = await add(principal, 'Staff')
      const error = { category: 'not-found', code: 'group-not-found' }
      for (const id of [groupId, 0.5, 999_999_999]) {
        await assert.rejects(rename(stranger, id, 'Mine'), error)
        await assert.rejects(remove(stranger, id), error)
        await assert.rejects(addContacts(stranger, id, [FIRST]), error)
        await assert.rejects(removeContacts(stranger, id, [FIRST]), error)
      }
      assert.deepEqual(await list(stranger), [])
      await results(world, principal, [{ mobile: FIRST, groups: ['Staff'] }])
      assert.deepEqual(await numbers(world, stranger, { groupId }), [])
      assert.equal((await add(stranger, 'Staff')).name, 'Staff')
    },
  },
  {
    name: 'a client has at most 1,000 groups',
    async run(world, { principal }) {
      const names = Array.from({ length: 1_000 }, (_, n) => `Group ${n}`)
      for (const half of [names.slice(0, 500), names.slice(500)])
        await results(
          world,
          principal,
          half.map((name) => ({ mobile: FIRST, groups: [name] })),
        )
      assert.equal((await world.service(ContactGroups).list(principal)).length, 1_000)
      assert.deepEqual(
        await results(world, principal, [
          { mobile: SECOND, groups: ['group 7'] },
          { mobile: THIRD, groups: ['One more'] },
        ]),
        ['added', 'too-many-groups'],
      )
      await assert.rejects(world.service(ContactGroups).add(principal, 'One more'), {
        category: 'conflict',
        code: 'too-many-groups',
      })
    },
  },
]

export const contactCases: readonly ServiceCase[] = [...phonebookCases, ...statusCases, ...groupCases]
