import assert from 'node:assert/strict'
import { OwnTables } from '@heliograph/contracts'
import type { ServiceCase, ServiceWorld } from './service-world.ts'

let lastInstance = 0
let lastEvent = 1_000_000_000

/** The tables of an instance that no other case uses. */
function tablesOf(world: ServiceWorld) {
  lastInstance += 1
  return world.service(OwnTables).of(`tables-${lastInstance}`)
}

function newEvent(): { readonly eventId: number } {
  lastEvent += 1
  return { eventId: lastEvent }
}

export const tableCases: readonly ServiceCase[] = [
  {
    name: 'an event is handled once, of calls at once by one of them',
    async run(world) {
      const [tables, other, event] = [tablesOf(world), tablesOf(world), newEvent()]
      let runs = 0
      const run = async () => {
        runs += 1
      }
      const handled = await Promise.all([1, 2, 3].map(() => tables.eachOnce(event, run)))
      assert.deepEqual([handled.toSorted(), runs], [[0, 0, 1], 1])
      assert.equal(await other.eachOnce(event, run), 1, 'another instance has not handled it')
    },
  },
  {
    name: 'an event that could not be handled is new the next time',
    async run(world) {
      const [tables, event] = [tablesOf(world), newEvent()]
      const failing = tables.eachOnce(event, async () => {
        throw new Error('Not this time')
      })
      await assert.rejects(failing, /Not this time/)
      assert.equal(await tables.eachOnce(event, async () => {}), 1)
    },
  },
  {
    name: 'of several events those that are new are given, each once',
    async run(world) {
      const tables = tablesOf(world)
      const [known, fresh, also] = [newEvent(), newEvent(), newEvent()]
      await tables.eachOnce(known, async () => {})
      const given: number[] = []
      const run = async (_: unknown, events: readonly { readonly eventId: number }[]) => {
        given.push(...events.map(({ eventId }) => eventId))
      }
      assert.equal(await tables.eachOnce([also, known, fresh, also], run), 2)
      assert.equal(await tables.eachOnce([known, fresh], run), 0)
      assert.equal(await tables.eachOnce([], run), 0)
      assert.deepEqual(given, [also.eventId, fresh.eventId])
    },
  },
]
