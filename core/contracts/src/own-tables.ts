import type { MessageEvent } from './message-events.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What a module says about tables of its own, as data. @stability experimental */
export interface TablesPart {
  /**
   * The folder of its migrations: `new URL('../migrations/', import.meta.url)`, and `migrations` among the `files` of
   * package.json. Each is a file `000001_points.sql` with any number of statements, which is run once, in the order of
   * the numbers, and never edited afterwards. The gateway runs them before it creates the instance, in a transaction
   * each, with the schema of the instance as the search path: names need no prefix. A migration that touches anything
   * outside of that schema, or ends its transaction, is refused and undone.
   *
   * Nodes with the release before go on working meanwhile, so a migration only adds; what they used is taken away by a
   * later release. A package that knows fewer migrations than the schema has is refused.
   */
  readonly migrations: URL
}

/**
 * A value of a statement; arrays for `= any(${ids}::bigint[])`, objects for columns of the type json or jsonb.
 * @stability experimental
 */
export type TableValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Date
  | Uint8Array
  | readonly (string | null)[]
  | readonly (number | null)[]
  | { readonly [key: string]: unknown }

/**
 * Runs one statement: ``await sql<Points>`select points from account where client_id = ${clientId}` ``. Values are
 * always parameters, never part of the statement. `bigint` arrives as a number, `numeric` as a text, `timestamptz` as
 * a `Date`, `jsonb` as what it stands for.
 *
 * Throws `unavailable`/`database-away` while the database is away, or when the statement takes longer than 8 seconds;
 * else the error of Postgres with its SQLSTATE as `code` (`23505`: a key is there already).
 * @stability experimental
 */
export type TableSql = <Row extends object = Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: readonly TableValue[]
) => Promise<readonly Row[]>

/**
 * What is counted once: an event of `MessageEvents`, or anything else with a number that never comes again.
 * @stability experimental
 */
export type CountedEvent = Pick<MessageEvent, 'eventId'>

/**
 * The tables of an instance. Its statements share a few connections of the node (`database.pluginPool`).
 * @stability experimental
 */
export interface InstanceTables {
  readonly sql: TableSql
  /**
   * Runs statements in a transaction: all of them are done when it resolves, none when `run` rejects, or when it takes
   * longer than 30 seconds. Only the `sql` that `run` is given belongs to it; it must not be used once `run` has ended.
   * Another server must not be waited for in here.
   */
  transaction<T>(run: (sql: TableSql) => Promise<T>): Promise<T>
  /**
   * Runs something for events that this instance has not handled yet, and notes in the same transaction that it has.
   * So what `run` writes happens exactly once for each event, however often the event comes: after a crash, after
   * a replay, on two nodes at once. `run` is given those events only, and is not called when there
   * are none. Resolves with how many there were. When it rejects, nothing was written and the events are not handled.
   *
   * What `run` does outside of the tables, such as a request to another server, may happen twice.
   */
  eachOnce<E extends CountedEvent>(
    events: E | readonly E[],
    run: (sql: TableSql, fresh: readonly E[]) => Promise<unknown>,
  ): Promise<number>
}

/**
 * Tables of a module's own, in a schema for each of its instances (`plugin_<instance>`), in the database of the
 * gateway: they are backed up with it, and a transaction of the one is durable when those of the other are. Only for
 * modules that say `tables`. The schema outlives the instance in the configuration; operators remove it with
 * `heliograph plugin drop-data`.
 * @stability experimental
 */
export interface OwnTables {
  /** The tables of an instance, by the `instanceId` of the module's context. */
  of(instanceId: string): InstanceTables
}

export const OwnTables: ServiceToken<OwnTables> = defineService('heliograph.own-tables')
