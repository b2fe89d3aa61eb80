import type { Clock } from '@heliograph/contracts'
import { numberArray, timeArray } from '../../database/arrays.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { TEXT_KINDS, type TextKind } from './text-kinds.ts'

/** Rows that one step looks at. */
const PAGE = 1_000

/** After this time a call ends, and the next one continues. */
const CALL_MS = 30_000

/** A text that is still needed when its days are over is looked at again after these hours. */
const WAIT_HOURS = 24

/**
 * Removes the texts of messages, incoming SMS and webhooks that are older than `days`, and leaves all else of them.
 * What is still on its way keeps its text until it is not, and a day longer at most. Resolves with the number of texts
 * removed.
 *
 * A mark for each kind follows the ids, so that every row is looked at once. A backlog, as when texts are first to be
 * removed, is worked off in calls of limited time.
 */
export async function removeTexts(sql: Sql, clock: Clock, days: number): Promise<number> {
  const until = clock.now() + CALL_MS
  let removed = 0
  for (const kind of TEXT_KINDS) {
    for (const take of [takeNext, takeWaiting]) {
      let step: Step
      do {
        // A kind waits until the ones before it have come to their end.
        if (clock.now() >= until) return removed
        step = await sql.begin((tx) => work(tx, kind, days, take))
        removed += step.removed
      } while (step.isMore)
    }
  }
  return removed
}

interface Step {
  readonly removed: number
  readonly isMore: boolean
}

interface SeenRow {
  readonly id: number
  readonly text_id: number | null
  /** When its days are over; null: they are. */
  readonly due_at: Date | null
  readonly is_over: boolean
  /** Stamped by a wrong clock. */
  readonly is_ahead: boolean
  readonly is_needed: boolean
  /** When it is looked at again, if it is needed. */
  readonly later: Date
}

type Take = (tx: Transaction, kind: TextKind, days: number) => Promise<{ rows: readonly SeenRow[]; isMore: boolean }>

async function work(tx: Transaction, kind: TextKind, days: number, take: Take): Promise<Step> {
  const { rows, isMore } = await take(tx, kind, days)
  const over = rows.filter((row) => row.is_over && !row.is_needed).map((row) => row.id)
  const waiting = rows.filter((row) => !row.is_over || row.is_needed)
  if (over.length > 0) {
    await tx`delete from text_wait where kind = ${kind.name} and id = any(${numberArray(over)}::bigint[])`
    await kind.remove(tx, over)
  }
  if (waiting.length > 0) await wait(tx, kind, waiting)
  return { removed: over.length, isMore }
}

/** The rows behind the mark, up to the first that is too young, which then moves on. */
const takeNext: Take = async (tx, kind, days) => {
  const [mark] = await tx<{ looked_to: number }[]>`
    select looked_to from text_mark where kind = ${kind.name} for update`
  const key = tx(kind.key)
  const seen = await look(
    tx,
    kind,
    days,
    tx`
      select ${key} as id from ${tx(kind.table)} where ${key} > ${mark?.looked_to ?? 0}::bigint
      order by ${key} limit ${PAGE}::integer`,
  )
  const young = seen.findIndex((row) => !row.is_over && !row.is_ahead)
  const rows = young < 0 ? seen : seen.slice(0, young)
  const last = rows.at(-1)
  if (last !== undefined) await tx`update text_mark set looked_to = ${last.id}::bigint where kind = ${kind.name}`
  return { rows, isMore: rows.length === PAGE }
}

/** Rows that waited until now; those that are gone wait no more. */
const takeWaiting: Take = async (tx, kind, days) => {
  const due = await tx<{ id: number }[]>`
    select id from text_wait where kind = ${kind.name} and due_at <= now()
    order by due_at limit ${PAGE}::integer for update skip locked`
  if (due.length === 0) return { rows: [], isMore: false }
  const ids = due.map((row) => row.id)
  const rows = await look(tx, kind, days, tx`select unnest(${numberArray(ids)}::bigint[]) as id`)
  const found = new Set(rows.map((row) => row.id))
  const gone = ids.filter((id) => !found.has(id))
  await tx`delete from text_wait where kind = ${kind.name} and id = any(${numberArray(gone)}::bigint[])`
  return { rows, isMore: ids.length === PAGE }
}

/** One look-up for each row, in its partition alone, even where the planner misjudges the sizes. */
function look(tx: Transaction, kind: TextKind, days: number, page: ReturnType<Transaction>) {
  const hours = kind.extraHours
  return tx<SeenRow[]>`
    with page as materialized (${page})
    select page.id, dated.text_id, dated.due_at, coalesce(dated.due_at <= now(), true) as is_over,
      coalesce(dated.at > now(), false) as is_ahead, dated.is_needed,
      now() + ${WAIT_HOURS}::integer * interval '1 hour' as later
    from page
    cross join lateral (
      select * from ${tx(kind.table)} as stored where stored.${tx(kind.key)} = page.id limit 1
    ) as chosen
    cross join lateral (select ${kind.at(tx)} as at offset 0) as began
    cross join lateral (
      select ${kind.textId(tx)} as text_id, ${kind.isNeeded(tx)} as is_needed, began.at,
        began.at + ${days}::integer * interval '1 day' + ${hours}::integer * interval '1 hour' as due_at
    ) as dated
    order by page.id`
}

async function wait(tx: Transaction, kind: TextKind, rows: readonly SeenRow[]): Promise<void> {
  await tx`
    insert into text_wait (kind, id, text_id, due_at)
    select ${kind.name}, id, text_id, due_at
    from unnest(
      ${numberArray(rows.map((row) => row.id))}::bigint[],
      ${numberArray(rows.map((row) => row.text_id))}::bigint[],
      ${timeArray(rows.map((row) => Math.max(row.due_at?.getTime() ?? 0, row.is_needed ? row.later.getTime() : 0)))}::timestamptz[]
    ) as given (id, text_id, due_at)
    on conflict (kind, id) do update set due_at = excluded.due_at`
}
