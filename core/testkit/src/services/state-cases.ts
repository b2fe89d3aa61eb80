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
      const reported = await Promise.all(values.map((value) => state.add(entry(world, value))))
      assert.deepEqual(new Set(reported), new Set([await state.get('k')]))
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
    name: 'they are refused whatever is there already',
    async run(world) {
      const state = stateOf(world)
      await state.set(entry(world, 'v'))
      const long = entry(world, 'x'.repeat(10_001))
      await assert.rejects(state.add(long), { code: 'bad-state-entry' })
      await assert.rejects(state.replace('another', long), { code: 'bad-state-entry' })
      assert.equal(await state.get('k'), 'v')
    },
  },
  {
    name: 'what no database keeps becomes a sign for it',
    async run(world) {
      const state = stateOf(world)
      const kept = 'a\uFFFDb\uFFFD'
      assert.equal(await state.add(entry(world, 'a\0b\uD83D', { key: 'k\0' })), kept)
      assert.equal(await state.get('k\uFFFD'), kept)
      assert.equal(await state.replace('a\0b\uDE00', entry(world, 'c', { key: 'k\0' })), true)
      assert.deepEqual(
        (await state.list({ prefix: 'k\0' })).entries.map(({ key, value }) => `${key} ${value}`),
        ['k\uFFFD c'],
      )
    },
  },
  {
    name: 'entries are listed page by page in the order of their keys, and counted',
    async run(world) {
      const [state, other] = [stateOf(world), stateOf(world)]
      const keys = ['b/2', 'b/10', 'a', 'b', 'b/é', 'B/1', 'b/\u{1F600}', 'b/\uFFFD', 'c/1', 'b0']
      await Promise.all(keys.map((key) => state.set(entry(world, `of ${key}`, { key }))))
      await state.set(entry(world, 'over', { key: 'b/over', minutes: -1 }))
      await other.set(entry(world, 'other', { key: 'b/other' }))
      const expected = ['b/10', 'b/2', 'b/é', 'b/\uFFFD', 'b/\u{1F600}']
      const found: string[] = []
      let after: string | undefined
      for (let pages = 0; pages < 4; pages += 1) {
        const page = await state.list({ prefix: 'b/', after, limit: 2 })
        found.push(...page.entries.map(({ key }) => key))
        assert.ok(page.entries.every(({ key, value, expiresAt }) => value === `of ${key}` && expiresAt instanceof Date))
        if (page.next === null) break
        after = page.next
      }
      assert.deepEqual(found, expected)
      assert.deepEqual(
        (await state.list()).entries.map(({ key }) => key),
        ['B/1', 'a', 'b', ...expected, 'b0', 'c/1'],
      )
      assert.deepEqual([await state.count('b/'), await state.count(), await state.count('none')], [5, 10, 0])
    },
  },
  {
    name: 'a page that is too small or too large is refused',
    async run(world) {
      for (const limit of [0, 501, 1.5])
        await assert.rejects(stateOf(world).list({ limit }), { category: 'invalid', code: 'bad-state-list' })
    },
  },
  {
    name: 'increments at once all count, and each is told another sum',
    async run(world) {
      const state = stateOf(world)
      const { expiresAt } = entry(world, '')
      const sums = await Promise.all(Array.from({ length: 20 }, () => state.increment({ key: 'n', expiresAt })))
      assert.deepEqual(
        sums.toSorted((a, b) => a - b),
        Array.from({ length: 20 }, (_, index) => index + 1),
      )
      assert.equal(await state.increment({ key: 'n', by: -25, expiresAt }), -5)
      assert.equal(await state.get('n'), '-5')
    },
  },
  {
    name: 'an increment begins at nothing again once the entry is over',
    async run(world) {
      const state = stateOf(world)
      await state.set(entry(world, 'seven', { minutes: -1 }))
      assert.equal(await state.increment({ key: 'k', by: 3, expiresAt: entry(world, '').expiresAt }), 3)
    },
  },
  {
    name: 'what is no number is not added to, and stays as it was',
    async run(world) {
      const state = stateOf(world)
      const { expiresAt } = entry(world, '')
      for (const value of ['', 'seven', '1.5', '1e3', String(Number.MAX_SAFE_INTEGER)]) {
        await state.set(entry(world, value))
        const refused = { category: 'conflict', code: 'state-not-a-number' }
        await assert.rejects(state.increment({ key: 'k', expiresAt }), refused)
        assert.equal(await state.get('k'), value)
      }
      for (const by of [0.5, Number.NaN, 2 ** 53])
        await assert.rejects(state.increment({ key: 'k', by, expiresAt }), { code: 'bad-state-entry' })
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
