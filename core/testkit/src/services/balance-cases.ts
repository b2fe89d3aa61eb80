import assert from 'node:assert/strict'
import { Balances } from '@heliograph/contracts'
import { submit, TO } from './requests.ts'
import type { ServiceCase } from './service-world.ts'

/** What a client has left. */
export const balanceCases: readonly ServiceCase[] = [
  {
    name: 'the credit that is left, and the price of a part',
    async run(world) {
      const client = await world.addClient({ credit: '1.00', price: '0.05' })
      await submit(world, client, { to: [TO] })
      assert.deepEqual(await world.service(Balances).of(client.principal), { credit: '0.950000', price: '0.050000' })
    },
  },
  {
    name: 'a client that is billed afterwards has no credit',
    async run(world) {
      const { principal } = await world.addClient({ price: '0.05' })
      assert.deepEqual(await world.service(Balances).of(principal), { credit: null, price: '0.050000' })
    },
  },
  {
    name: 'a credential that only sends is enough',
    async run(world) {
      const { principal } = await world.addClient({ credit: '2.00', price: '0.05' })
      const { credit } = await world.service(Balances).of({ ...principal, role: 'user', scope: 'send' })
      assert.equal(credit, '2.000000')
    },
  },
]
