import assert from 'node:assert/strict'
import { AuditLog, Contacts, Erasures, type Principal, Reports } from '@heliograph/contracts'
import { submit, TO } from '../../../testkit/src/services/requests.ts'
import type { ServiceCase, ServiceWorld } from '../../../testkit/src/services/service-world.ts'

const NUMBER = '27820000001'
const LOCAL = '082 000 0001'

const adminOf = (world: ServiceWorld, { clientId }: Principal) => world.addUser(clientId, { role: 'admin' })

export const erasureCases: readonly ServiceCase[] = [
  {
    name: 'a number that is erased is known no more, and messages to it are refused as before',
    async run(world, client) {
      const { principal } = client
      const admin = await adminOf(world, principal)
      const other = (await world.addClient()).principal
      const contacts = world.service(Contacts)
      for (const each of [principal, other]) await contacts.save(each, [{ mobile: NUMBER, name: 'Thandi' }])
      await submit(world, client, { to: [NUMBER] })
      await contacts.setStatus(principal, NUMBER, 'opted-out')
      const { erase } = world.service(Erasures)
      const erased = await erase(admin, LOCAL)
      assert.deepEqual(erased, { messages: 1, incoming: 0, uploadRows: 0, isOptedOut: true, archives: [] })
      assert.equal(await contacts.get(principal, NUMBER), undefined)
      assert.deepEqual((await contacts.audit(principal, NUMBER, { limit: 10 })).entries, [])
      assert.deepEqual((await world.service(Reports).find(principal, { to: NUMBER, limit: 10 })).records, [])
      assert.equal((await submit(world, client, { to: [NUMBER] })).entries[0]?.state, 'opted-out')
      assert.equal((await contacts.get(other, NUMBER))?.name, 'Thandi', 'of another client it is kept')
      const { records } = await world.service(AuditLog).find(admin, { action: 'contact-erased', limit: 10 })
      assert.deepEqual(
        records.map(({ clientId, userId, subject }) => [clientId, userId, subject]),
        [[principal.clientId, admin.userId, '1 messages, 0 incoming SMS, 0 rows of uploads']],
      )
    },
  },
  {
    name: 'a number to which messages are on their way is not erased',
    async run(world, client) {
      const { principal } = client
      await submit(world, client, { to: [NUMBER] })
      const erasing = world.service(Erasures).erase(await adminOf(world, principal), NUMBER)
      await assert.rejects(erasing, { category: 'conflict', code: 'contact-busy' })
    },
  },
  {
    name: 'only admins and operators erase, and only what is a number',
    async run(world, { principal }) {
      const { erase } = world.service(Erasures)
      await assert.rejects(erase(principal, TO), { category: 'forbidden', code: 'not-allowed' })
      const operator = await world.addUser(principal.clientId, { role: 'operator' })
      await assert.rejects(erase(operator, '12'), { category: 'invalid', code: 'bad-number' })
      assert.equal((await erase(operator, NUMBER)).isOptedOut, false)
    },
  },
]
