import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createManualClock } from '@heliograph/testkit'
import { linkSets } from '../src/outbound/dispatch/link-sets.ts'
import { FakeLink } from './support/fake-carrier.ts'

describe('links that are leased together', () => {
  const rows: readonly {
    name: string
    routes: Readonly<Record<string, readonly string[]>>
    sets: readonly (readonly string[])[]
  }[] = [
    { name: 'those of one route', routes: { a: ['r'], b: ['r'] }, sets: [['a', 'b']] },
    { name: 'not those of different routes', routes: { a: ['r'], b: ['s'] }, sets: [['a'], ['b']] },
    {
      name: 'those that a third one connects, in any order',
      routes: { a: ['r'], b: ['s'], c: ['t'], d: ['r', 's'] },
      sets: [['a', 'b', 'd'], ['c']],
    },
    { name: 'one without a route is by itself', routes: { a: ['r'], b: [] }, sets: [['a'], ['b']] },
    { name: 'none', routes: {}, sets: [] },
  ]
  for (const { name, routes, sets } of rows) {
    it(name, () => {
      const links = Object.keys(routes).map((id) => ({ id, carrier: 'net', link: new FakeLink(id) }))
      const found = linkSets(links, (id) => routes[id] ?? [], createManualClock())
      assert.deepEqual(
        found.map((set) => set.links),
        sets,
      )
    })
  }

  it('1,000 links of one route are grouped by asking each once or twice', () => {
    let asked = 0
    const links = Array.from({ length: 1_000 }, (_, index) => {
      const id = String(index).padStart(4, '0')
      return { id, carrier: 'net', link: new FakeLink(id) }
    })
    const routesOf = () => {
      asked += 1
      return ['r']
    }
    assert.equal(linkSets(links, routesOf, createManualClock()).length, 1)
    assert.ok(asked <= 2_000, `asked ${asked} times`)
  })
})
