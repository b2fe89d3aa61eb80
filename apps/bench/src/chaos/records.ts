import { MESSAGE_STATES } from '@heliograph/contracts'
import { isFinal } from '@heliograph/messaging'
import type { Sql } from '../gateway/database.ts'
import { messageIdOf } from './sender.ts'
import { numbersOf, type Span } from './span.ts'

/** States after which nothing more happens to a message. */
export const FINAL = MESSAGE_STATES.filter(isFinal)

/**
 * Copies each recorded answer of the network into a separate table, because the row in `submission` changes when its
 * receipt arrives.
 */
export async function watchRecords(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create schema chaos;
    create table chaos.recorded (sms_id bigint not null, network_id text not null);
    create function chaos.note_recorded() returns trigger language plpgsql as $$
    begin
      insert into chaos.recorded values (new.sms_id, new.network_id);
      return null;
    end $$;
    create trigger recorded after insert on heliograph.submission for each row when (new.network_id is not null)
      execute function chaos.note_recorded();
    create trigger recorded_later after update on heliograph.submission for each row
      when (old.network_id is null and new.network_id is not null) execute function chaos.note_recorded()`)
}

/** Resolves with the times when answers were committed, milliseconds since the epoch, by the network's id. */
export async function recordedTimes(sql: Sql): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ network_id: string; at: number }[]>`
    select network_id, extract(epoch from pg_xact_commit_timestamp(xmin))::float8 * 1000 as at from chaos.recorded`
  return new Map(rows.map(({ network_id, at }) => [network_id, at]))
}

/** A message in the database. */
export interface StoredMessage {
  readonly smsId: string
  /** Undefined while nothing has happened to it. */
  readonly state: string | undefined
  readonly isFinal: boolean
}

/** Forgets the recorded answers. */
export async function forgetRecorded(sql: Sql): Promise<void> {
  await sql`truncate chaos.recorded`
}

/** Counts those of the messages that are stored and final. */
export async function countFinal(sql: Sql, span: Span): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from heliograph.message_key join heliograph.message_state using (sms_id)
    where ${isIn(sql, span)} and state::text = any(${FINAL})`
  return row?.count ?? 0
}

/** Resolves with the stored messages by number; missing ones are not stored. */
export async function storedMessages(sql: Sql, span: Span): Promise<ReadonlyMap<number, StoredMessage>> {
  const rows = await sql<{ message_id: string; sms_id: string; state: string | null; is_final: boolean | null }[]>`
    select message_id, sms_id, state::text, state::text = any(${FINAL}) as is_final
    from heliograph.message_key left join heliograph.message_state using (sms_id) where ${isIn(sql, span)}`
  const serials = new Map(numbersOf(span).map((serial) => [messageIdOf(serial), serial]))
  return new Map(
    rows.flatMap(({ message_id, sms_id, state, is_final }) => {
      const serial = serials.get(message_id)
      const stored = { smsId: sms_id, state: state ?? undefined, isFinal: is_final ?? false }
      return serial === undefined ? [] : [[serial, stored] as const]
    }),
  )
}

/** Whether a row's `message_id` is of one of the messages. */
function isIn(sql: Sql, { first, end }: Span) {
  return sql`message_id >= ${messageIdOf(first)} and message_id < ${messageIdOf(end)}`
}

/** Counts the batches that wait to be sent, or are being sent. */
export async function countBatches(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from heliograph.batch`
  return row?.count ?? 0
}

/** Everything known about a message, for people. */
export async function traceMessage(sql: Sql, smsId: string): Promise<readonly string[]> {
  const submissions = await sql`
    select attempt, part, link, network_id, state::text, submitted_at, done_at from heliograph.submission
    where sms_id = ${smsId}::bigint order by attempt, part`
  return submissions.map((row) => `submission ${JSON.stringify(row)}`)
}
