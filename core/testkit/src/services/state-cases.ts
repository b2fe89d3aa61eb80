import assert from 'node:assert/strict'
import { AddressLimits, StateStore } from '@heliograph/contracts'
import type { ServiceCase, ServiceWorld } from './service-world.ts'

let lastInstance = 0

/** The state of an instance that no other case uses. */
function stateOf(world: ServiceWorld) {
  lastInstance += 1
  return world.service(StateStore).of(`instance-${lastInstance}`)
}

const entry = (world: ServiceWorld, value: string, { key = 'k', minutes = 10 } = {}) => ({
  key,
  value,
  expiresAt: new Date(world.now() + minutes * 60_000),
})

const LIMIT = { perMinute: 2 }

export const stateCases: readonly ServiceCase[] = [
  {
    name: 'what is set is found, changed and deleted',
    async run(world) {
      const state = stateOf(world)
      assert.equal(await state.get('k'), undefined)
      await state.set(entry(world, 'one'))
      assert.equal(await state.get('k'), 'one')
      await state.set(entry(world, 'two'))
      assert.equal(await state.get('k'), 'two')
      await state.delete('k')
      assert.equal(await state.get('k'), undefined)
    },
  },
  {
    name: 'an entry that is over is not found, and others take its place',
    async run(world) {
      const state = stateOf(world)
      await state.set(entry(world, 'old', { minutes: -1 }))
      assert.equal(await state.get('k'), undefined)
      assert.equal(await state.replace('old', entry(world, 'new')), false)
      assert.equal(await state.add(entry(world, 'new')), 'new')
      assert.equal(await state.get('k'), 'new')
    },
  },
  {
    name: 'of additions at once one wins, and all are told which',
    async run(world) {
      const state = stateOf(world)
      const values = Array.from({ length: 20 }, (_, index) => `value ${index}`)
      const told = await Promise.all(values.map((value) => state.add(entry(world, value))))
      assert.deepEqual(new Set(told), new Set([await state.get('k')]))
    },
  },
  {
    name: 'of replacements at once one wins',
    async run(world) {
      const state = stateOf(world)
      await state.set(entry(world, 'before'))
      const values = Array.from({ length: 20 }, (_, index) => `after ${index}`)
      const done = await Promise.all(values.map((value) => state.replace('before', entry(world, value))))
      assert.equal(done.filter(Boolean).length, 1)
      assert.equal(await state.get('k'), values[done.indexOf(true)])
    },
  },
  {
    name: 'instances do not see each other, and keys with odd characters are keys',
    async run(world) {
      const [one, other] = [stateOf(world), stateOf(world)]
      for (const key of ['k', 'K', ' k', "k'", 'ключ', 'k\0']) {
        await one.set(entry(world, `one ${key}`.replace('\0', ''), { key }))
        assert.equal(await other.get(key), undefined)
        assert.equal(await one.get(key), `one ${key}`.replace('\0', ''))
      }
    },
  },
  {
    name: 'keys and values that are too long are refused',
    async run(world) {
      const state = stateOf(world)
      for (const bad of [{ key: '' }, { key: 'x'.repeat(201) }])
        await assert.rejects(state.set(entry(world, 'v', bad)), { category: 'invalid', code: 'bad-state-entry' })
      await assert.rejects(state.add(entry(world, 'x'.repeat(10_001))), { code: 'bad-state-entry' })
    },
  },
  {
    name: 'an address is admitted up to its limit, by name and network',
    async run(world) {
      const { admit } = world.service(AddressLimits)
      const name = `limit-${world.now()}-${++lastInstance}`
      const isAdmitted = (address: string, to = name) => admit({ ...LIMIT, name: to }, address).admitted
      assert.deepEqual(
        ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2'].map((each) => isAdmitted(each)),
        [true, true, false, true],
      )
      assert.deepEqual(
        ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8:0:1::1'].map((each) => isAdmitted(each)),
        [true, true, false, true],
      )
      assert.equal(isAdmitted('192.0.2.1', `${name}-other`), true)
      const refused = admit({ ...LIMIT, name }, '192.0.2.1')
      assert.ok(!refused.admitted && refused.retryAfterSeconds >= 1 && refused.retryAfterSeconds <= 60)
    },
  },
]
