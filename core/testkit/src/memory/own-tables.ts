import type { CountedEvent, InstanceTables, OwnTables, TableSql, TableValue } from '@heliograph/contracts'
import type { Faults } from './faults.ts'

/** A statement that an instance has run. @stability experimental */
export interface RanStatement {
  readonly instance: string
  /** Its text, with `$1`, `$2`, ... for the values, in one line. */
  readonly text: string
  readonly values: readonly TableValue[]
}

/**
 * What the double knows of the tables of instances: it runs no SQL, so a test says what statements return.
 * @stability experimental
 */
export interface MemoryTables {
  /** Those of transactions that were undone, too. */
  readonly statements: readonly RanStatement[]
  /**
   * Answers the statements from now on: with rows, or by throwing what Postgres would. Default: with no rows. What a
   * module does with its tables is proven on a real Postgres; this is for what it does around that.
   */
  answer(answer: (statement: RanStatement) => readonly object[]): void
}

export interface TablesDouble {
  readonly service: OwnTables
  readonly memory: MemoryTables
}

export function createTablesDouble(faults: Faults): TablesDouble {
  const statements: RanStatement[] = []
  let answer: (statement: RanStatement) => readonly object[] = () => []
  const instances = new Map<string, InstanceTables>()

  function sqlOf(instance: string): TableSql {
    return async (text, ...values) => {
      faults.trip('tables')
      const joined = text.reduce((all, part, index) => `${all}$${index}${part}`)
      const statement = { instance, text: joined.replace(/\s+/g, ' ').trim(), values }
      statements.push(statement)
      return answer(statement) as never
    }
  }

  function create(instance: string): InstanceTables {
    const sql = sqlOf(instance)
    const handled = new Set<number>()
    let last: Promise<unknown> = Promise.resolve()

    async function handle<E extends CountedEvent>(
      events: readonly E[],
      run: (sql: TableSql, fresh: readonly E[]) => Promise<unknown>,
    ): Promise<number> {
      const fresh = new Map(events.flatMap((event) => (handled.has(event.eventId) ? [] : [[event.eventId, event]])))
      if (fresh.size > 0) await run(sql, [...fresh.values()])
      for (const eventId of fresh.keys()) handled.add(eventId)
      return fresh.size
    }

    return {
      sql,
      transaction: async (run) => faults.trip('tables', () => run(sql)),
      eachOnce: async (events, run) =>
        faults.trip('tables', () => {
          const given = (Array.isArray(events) ? events : [events]) as readonly (typeof events & CountedEvent)[]
          const own = last.then(() => handle(given, run as never))
          last = own.catch(() => {})
          return own
        }),
    }
  }

  return {
    service: {
      of(instance) {
        const known = instances.get(instance) ?? create(instance)
        instances.set(instance, known)
        return known
      },
    },
    memory: {
      statements,
      answer(next) {
        answer = next
      },
    },
  }
}
