import type { CountedEvent, InstanceTables, OwnTables, TableSql } from '@heliograph/contracts'
import { numberArray } from '../database/arrays.ts'
import type { Sql, Transaction } from '../database/database.ts'
import { schemaNameOf } from './own-schema.ts'
import { answerOf, tableSql } from './table-sql.ts'

/**
 * Creates the `OwnTables` service.
 *
 * @param open the pool for a schema
 */
export function createOwnTables(open: (schema: string) => Sql): OwnTables {
  return { of: (instance) => createInstanceTables(instance, open(schemaNameOf(instance))) }
}

function createInstanceTables(instance: string, sql: Sql): InstanceTables {
  const begin = <T>(run: (tx: Transaction) => Promise<T>) => answerOf(sql.begin(run) as Promise<T>)
  return {
    sql: tableSql(sql),
    transaction: (run) => begin((tx) => run(tableSql(tx))),
    eachOnce: <E extends CountedEvent>(
      events: E | readonly E[],
      run: (sql: TableSql, fresh: readonly E[]) => Promise<unknown>,
    ) => {
      const given = Array.isArray(events) ? (events as readonly E[]) : [events as E]
      if (given.length === 0) return Promise.resolve(0)
      return begin(async (tx) => {
        const noted = await noteHandled(tx, instance, given)
        const fresh = given.filter(({ eventId }) => noted.delete(eventId))
        if (fresh.length > 0) await run(tableSql(tx), fresh)
        return fresh.length
      })
    },
  }
}

/**
 * Notes that events are handled. Resolves with those that were not; one that another transaction is handling is waited
 * for. In their order, so that two transactions do not wait for each other.
 */
async function noteHandled(tx: Transaction, instance: string, events: readonly CountedEvent[]): Promise<Set<number>> {
  const ids = events.map(({ eventId }) => eventId)
  const rows = await tx<{ event_id: number }[]>`
    insert into heliograph.handled_event (instance, event_id)
    select ${instance}, event_id from unnest(${numberArray(ids)}::bigint[]) as given (event_id) order by event_id
    on conflict do nothing returning event_id`
  return new Set(rows.map((row) => row.event_id))
}
