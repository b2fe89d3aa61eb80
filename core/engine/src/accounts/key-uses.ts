import { type Clock, type Logger, waitAtMost } from '@heliograph/contracts'
import { numberArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'
import type { ChangeNotes } from '../ownership/changes/change-notes.ts'
import { LookLoop } from '../ownership/look-loop.ts'

/** How often a node writes down what it has counted: a crash loses as much. */
const NOTE_MS = 60_000
/** How long the last note may take while a node stops. */
const LAST_NOTE_MS = 1_000

export interface KeyUsesOptions {
  readonly sql: Sql
  readonly clock: Clock
  readonly logger: Logger
  readonly changeNotes?: Pick<ChangeNotes, 'noteEverywhere'> | undefined
}

/** Counts by which keys requests come, so that people see which of them are in use. */
export class KeyUses {
  readonly #options: KeyUsesOptions
  readonly #loop: LookLoop
  #counted = new Map<number, Count>()

  constructor(options: KeyUsesOptions) {
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'the use of keys',
      everyMs: NOTE_MS,
      look: () => this.write(),
    })
  }

  count(keyId: number): void {
    const lastMs = this.#options.clock.now()
    const known = this.#counted.get(keyId)
    if (known === undefined) this.#counted.set(keyId, { requests: 1, lastMs })
    else {
      known.requests += 1
      known.lastMs = lastMs
    }
  }

  start(): void {
    void this.#loop.start()
  }

  /** Resolves once the rest is written, or cannot be. */
  async stop(): Promise<void> {
    const { clock, logger } = this.#options
    await this.#loop.stop()
    const last = this.write().catch((error: unknown) => logger.debug({ err: error }, 'the use of keys is not noted'))
    await waitAtMost(clock, LAST_NOTE_MS, last)
  }

  /** Writes down what was counted since the last time. What cannot be written stays counted. */
  async write(): Promise<void> {
    const counted = this.#counted
    if (counted.size === 0) return
    this.#counted = new Map()
    try {
      await noteUses(this.#options.sql, counted)
      this.#options.changeNotes?.noteEverywhere('requests')
    } catch (error) {
      this.#takeBack(counted)
      throw error
    }
  }

  #takeBack(counted: ReadonlyMap<number, Count>): void {
    for (const [keyId, { requests, lastMs }] of counted) {
      const since = this.#counted.get(keyId)
      if (since === undefined) this.#counted.set(keyId, { requests, lastMs })
      else since.requests += requests
    }
  }
}

interface Count {
  requests: number
  lastMs: number
}

/** Keys that were removed meanwhile are left out. */
async function noteUses(sql: Sql, counted: ReadonlyMap<number, Count>): Promise<void> {
  const counts = [...counted.values()]
  await sql`
    insert into key_use (key_id, last_used_at, day, requests, minute, minute_requests)
    select key_id, used_at, (used_at at time zone 'UTC')::date, requests, date_trunc('minute', now()), requests
    from unnest(
      ${numberArray([...counted.keys()])}::bigint[], ${numberArray(counts.map(({ requests }) => requests))}::bigint[],
      ${numberArray(counts.map(({ lastMs }) => lastMs))}::float8[]
    ) as given (key_id, requests, last_ms)
    join api_key using (key_id) cross join lateral to_timestamp(last_ms / 1000) as used_at
    order by key_id
    on conflict (key_id) do update set
      last_used_at = greatest(key_use.last_used_at, excluded.last_used_at),
      day = greatest(key_use.day, excluded.day),
      -- Another node may have begun a day before this one writes what it counted on the day before.
      requests = case
        when excluded.day > key_use.day then excluded.requests
        when excluded.day = key_use.day then key_use.requests + excluded.requests
        else key_use.requests
      end,
      requests_before = case
        when excluded.day = key_use.day then key_use.requests_before
        when excluded.day = key_use.day - 1 then key_use.requests_before + excluded.requests
        when excluded.day = key_use.day + 1 then key_use.requests
        when excluded.day > key_use.day then 0
        else key_use.requests_before
      end,
      minute = greatest(key_use.minute, excluded.minute),
      minute_requests = excluded.requests
        + case when excluded.minute > key_use.minute then 0 else key_use.minute_requests end,
      minute_before = case
        when excluded.minute <= key_use.minute then key_use.minute_before
        when excluded.minute = key_use.minute + interval '1 minute' then key_use.minute_requests
        else 0
      end`
}
