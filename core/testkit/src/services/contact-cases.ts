import assert from 'node:assert/strict'
import { type ContactDraft, type ContactFilter, ContactGroups, Contacts, Subscriptions } from '@heliograph/contracts'
import { contactGroupCases } from './contact-group-cases.ts'
import { contactStatusCases } from './contact-status-cases.ts'
import { FIRST, FOURTH, GERMAN, MOBILES, numbers, PEOPLE, results, SECOND, THIRD } from './sample-contacts.ts'
import type { ServiceCase } from './service-world.ts'

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

export const contactCases: readonly ServiceCase[] = [...phonebookCases, ...contactStatusCases, ...contactGroupCases]
