import type { Sql } from '../gateway/database.ts'
import { contactOf, HOOKED, type IncomingSms, incomingSms } from './incoming-traffic.ts'
import { FINAL } from './records.ts'
import { numbersOf, type Span } from './span.ts'

/** The traces of an SMS from a contact in the database. */
export interface IncomingEntry {
  /** How often the SMS was stored. */
  readonly stored: number
  /** Kinds of its webhooks, in order. */
  readonly webhooks: readonly string[]
  /** Their ids. */
  readonly webhookIds: readonly string[]
  /** Origins of the messages that the contact was sent, in order. */
  readonly answers: readonly string[]
  /** Number of answers that are final. */
  readonly finals: number
  /** Changes of the contact's subscription. */
  readonly audits: number
}

/** Resolves with the entries by contact. */
export async function incomingEntries(sql: Sql, { first, end }: Span): Promise<ReadonlyMap<string, IncomingEntry>> {
  const rows = await sql<(IncomingEntry & { contact: string })[]>`
    select incoming.sender as contact, count(*)::int as stored,
      array(
        select kind from heliograph.webhook where subject_id = any(array_agg(incoming.incoming_id)) and kind <> 'dlr' order by kind
      ) as webhooks,
      array(
        select webhook_id::text from heliograph.webhook where subject_id = any(array_agg(incoming.incoming_id)) and kind <> 'dlr'
      ) as "webhookIds",
      array(select origin from heliograph.message where message.recipient = incoming.sender order by origin) as answers,
      (
        select count(*)::int from heliograph.message join heliograph.message_state using (sms_id)
        where message.recipient = incoming.sender and state::text = any(${FINAL})
      ) as finals,
      (select count(*)::int from heliograph.contact_audit where contact_audit.mobile = incoming.sender) as audits
    from heliograph.incoming_message as incoming
    where incoming.sender >= ${contactOf(first)} and incoming.sender < ${contactOf(end)} group by incoming.sender`
  return new Map(rows.map(({ contact, ...entry }) => [contact, entry]))
}

/** Counts the work still to be done for incoming SMS. */
export async function countIncomingWork(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*)::int from heliograph.incoming_work) + (select count(*)::int from heliograph.webhook_batch)
      + (select count(*)::int from graphile_worker.jobs where task_identifier like 'incoming%') as count`
  return row?.count ?? 0
}

/** The verdict on incoming SMS. */
export interface IncomingVerdict {
  /** Rules that were broken, with the contacts. */
  readonly broken: ReadonlyMap<string, readonly string[]>
  /** Webhooks received more than once, which receivers are told to expect. */
  readonly repeatedCalls: number
}

/**
 * Checks that each SMS was stored once, its webhooks were made once and received, its contact got the due answer once,
 * and its opt-out was recorded once.
 *
 * @param calls how often each webhook was received, by its id
 */
export function judgeIncoming(
  span: Span,
  entries: ReadonlyMap<string, IncomingEntry>,
  calls: ReadonlyMap<string, number>,
): IncomingVerdict {
  const broken = new Map<string, string[]>()
  for (const serial of numbersOf(span)) {
    const sms = incomingSms(serial)
    for (const rule of rulesBroken(sms, entries.get(sms.from), calls))
      broken.set(rule, [...(broken.get(rule) ?? []), sms.from])
  }
  return { broken, repeatedCalls: [...calls.values()].filter((times) => times > 1).length }
}

function rulesBroken(
  { to, isOptOut }: IncomingSms,
  entry: IncomingEntry | undefined,
  calls: ReadonlyMap<string, number>,
): readonly string[] {
  if (entry === undefined) return ['an incoming SMS lost']
  const webhooks = to !== HOOKED ? [] : isOptOut ? ['incoming', 'opt-out'] : ['incoming']
  const answers = [isOptOut ? 'opt-out-confirmation' : 'auto-reply']
  const rules: readonly (readonly [string, boolean])[] = [
    ['an incoming SMS stored twice', entry.stored === 1],
    ['webhooks of an incoming SMS lost or made twice', entry.webhooks.join() === webhooks.join()],
    ['a webhook never received', entry.webhookIds.every((id) => calls.has(id))],
    ['an answer to a contact lost or sent twice', entry.answers.join() === answers.join()],
    ['an answer to a contact not final', entry.finals === entry.answers.length],
    ['an opt-out lost or noted twice', entry.audits === (isOptOut ? 1 : 0)],
  ]
  return rules.flatMap(([rule, holds]) => (holds ? [] : [rule]))
}
