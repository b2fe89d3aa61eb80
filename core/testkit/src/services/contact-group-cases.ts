import assert from 'node:assert/strict'
import { ContactGroups, Contacts } from '@heliograph/contracts'
import { FIRST, numbers, PEOPLE, results, SECOND, THIRD } from './sample-contacts.ts'
import type { ServiceCase } from './service-world.ts'

/** Groups of contacts. */
export const contactGroupCases: readonly ServiceCase[] = [
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
