import { type Clock, GatewayError } from '@heliograph/contracts'
import type { Sql, Transaction } from './database.ts'
import type { Migration } from './migration-list.ts'

/**
 * How long a migration waits for a lock. Statements that need the same table queue behind it, so this is how long
 * traffic may stand still; then the migration steps back and tries again.
 */
const LOCK_MS = 1_000

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** With these pauses about ten minutes. */
const MOST_TRIES = 60

/** SQLSTATEs lock_not_available and deadlock_detected. */
const BUSY = new Set(['55P03', '40P01'])

export interface ApplyOptions {
  readonly clock: Clock
  /** Called before each pause, with the reason. */
  readonly onWait: (reason: string) => void
}

/**
 * Applies a migration in one transaction, however long it takes, and records it in the same one: a process that is
 * killed leaves nothing half done. Does nothing when another process has applied it meanwhile. Throws a `GatewayError`
 * `schema-busy` when others have held a lock for ten minutes.
 */
export function applyMigration(sql: Sql, migration: Migration, options: ApplyOptions): Promise<void> {
  const what = `Migration ${migration.version} (${migration.name})`
  return patiently(what, options, () => sql.begin((tx) => apply(tx, migration)))
}

/** Whether a statement gave way to others that have what it needs. */
export function isBusy(error: unknown): boolean {
  return BUSY.has((error as { readonly code?: string }).code ?? '')
}

/**
 * Runs the transaction of a migration, again and again for ten minutes while others have a lock that it needs.
 *
 * @param what the migration, for people
 */
export async function patiently(
  what: string,
  { clock, onWait }: ApplyOptions,
  run: () => Promise<void>,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (tries === MOST_TRIES) throw busy(what, error)
    }
    onWait(`${what} waits for a lock that others have.`)
    await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
    pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
  }
}

/** Has the statements of a migration step back from a lock that is not to be had. */
export async function limitLocks(tx: Transaction): Promise<void> {
  await tx.unsafe(`set local lock_timeout = ${LOCK_MS}`)
}

async function apply(tx: Transaction, { version, name, checksum, sql }: Migration): Promise<void> {
  await limitLocks(tx)
  // Waits for another process that is at the same migration.
  const [turn] = await tx`
    insert into heliograph.schema_migration (version, name, checksum) values (${version}, ${name}, ${checksum})
    on conflict (version) do nothing returning version`
  if (turn === undefined) return
  await tx.unsafe('set local search_path to heliograph, public')
  await tx.unsafe(sql)
}

function busy(what: string, cause: unknown): GatewayError {
  const message = `${what} got no lock on what it changes: other sessions have held one for minutes.`
  const remedy = 'End them (pg_stat_activity shows transactions that have been open for long), then try again.'
  return new GatewayError('unavailable', 'schema-busy', `${message} ${remedy}`, { cause })
}
