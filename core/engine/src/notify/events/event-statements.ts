import type { MessageEnded, MessageEvent, MessageRead, MessageState, SmsReceived } from '@heliograph/contracts'
import { among } from '../../database/among.ts'
import { numberArray, textArray } from '../../database/arrays.ts'
import { encodingOf } from '../../database/codes.ts'
import type { Sql, Transaction } from '../../database/database.ts'
import { readMetadata } from '../../database/read-metadata.ts'
import { claimRows } from '../../ownership/claim-rows.ts'
import type { OwnedTable } from '../../ownership/owned-table.ts'

/** The subscription by which events come to the log. */
export const LOG = 'heliograph.event-log'

/** How often to try to get in between the statements that write messages. */
const ATTEMPTS = 20

/** SQLSTATE `lock_not_available`. */
const LOCKED = '55P03'

/** A lock that cannot be had within this time is given up, because messages must not wait behind it. */
const LOCK_MS = 500

/** Subscribes from the commit on: triggers are created once no statement is under way that would miss them. */
export async function storeSubscription(sql: Sql, name: string, kinds: readonly string[]): Promise<void> {
  await changeSubscriptions(sql, async (tx) => {
    await tx`
      insert into event_subscription (name, kinds) values (${name}, ${textArray(kinds)}::text[])
      on conflict (name) do update set kinds = excluded.kinds, heard_at = now()`
  })
}

export async function dropSubscription(sql: Sql, name: string): Promise<void> {
  await changeSubscriptions(sql, async (tx) => {
    await tx`delete from event_subscription where name = ${name}`
    await tx`delete from event where subscription = ${name}`
  })
}

/** Repeats a change of subscriptions that could not get in between. */
export async function persist(change: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change()
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCKED || attempt === ATTEMPTS) throw error
    }
  }
}

/** Forgets subscriptions that have had no listener for this long, except the log. Resolves with their names. */
export async function dropUnheard(sql: Sql, hours: number): Promise<readonly string[]> {
  const unheard = await sql<{ name: string }[]>`
    select name from event_subscription
    where heard_at < now() - ${hours}::integer * interval '1 hour' and name <> ${LOG}`
  if (unheard.length > 0)
    await changeSubscriptions(sql, async (tx) => {
      await tx`
        delete from event_subscription
        where heard_at < now() - ${hours}::integer * interval '1 hour' and name <> ${LOG}`
    })
  // Also deletes events noted by a statement that was under way when their subscription was removed.
  await sql`delete from event where subscription not in (select name from event_subscription)`
  return unheard.map(({ name }) => name)
}

/** The lock makes changes run one after the other, so that each sees the subscriptions that the one before it left. */
export async function changeSubscriptions(sql: Sql, change: (tx: Transaction) => Promise<void>): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.unsafe(`set local lock_timeout = ${LOCK_MS}`)
    await tx`lock table event_subscription in share row exclusive mode`
    await change(tx)
    await tx`select set_event_triggers()`
  })
}

/** The events that subscriptions are to be given. */
export const EVENTS: OwnedTable = {
  name: 'event',
  key: 'event_id',
  columns:
    'event.event_id, event.subscription, event.kind, event.subject_id, event.state::text as state, event.starts, event.due_at',
  order: 'event_id',
}

/** An event of which only the subject is known. */
export interface NotedEvent {
  readonly event_id: number
  readonly kind: MessageEvent['kind']
  readonly subject_id: number
  readonly state: MessageState | null
}

export interface ClaimedEvent extends NotedEvent {
  readonly subscription: string
  /** How often it was begun to tell it. */
  readonly starts: number
}

/** Claims the events of a subscription that have been due for longest, in the order of their ids. */
export async function claimEvents(
  sql: Sql,
  lease: number,
  { name, limit }: { readonly name: string; readonly limit: number },
): Promise<readonly ClaimedEvent[]> {
  const { rows } = await claimRows<ClaimedEvent>(sql, EVENTS, lease, {
    tables: sql`
      heard as (
        update event_subscription set heard_at = now()
        where name = ${name} and heard_at < now() - interval '10 minutes'
      ),`,
    wanted: sql`(values (0, ${limit}::integer)) as wanted (given, room)`,
    where: sql`event.subscription = ${name}`,
    limit,
  })
  return rows
}

export async function endEvents(sql: Sql, eventIds: readonly number[]): Promise<void> {
  await sql`delete from event where event_id = any(${numberArray(eventIds)}::bigint[])`
}

/** Loads the content of claimed events; those whose message is gone are left out. */
export async function loadEvents(sql: Sql, claimed: readonly NotedEvent[]): Promise<readonly MessageEvent[]> {
  const of = (kind: MessageEvent['kind']) => claimed.filter((event) => event.kind === kind)
  const ended = await loadEnded(sql, of('message-ended'))
  const read = await loadRead(sql, of('message-read'))
  const received = await loadReceived(sql, of('sms-received'))
  return [...ended, ...read, ...received].sort((a, b) => a.eventId - b.eventId)
}

type EndedRow = Omit<MessageEnded, 'kind' | 'eventId' | 'state' | 'metadata'> & { readonly metadata: string | null }

async function loadEnded(sql: Sql, claimed: readonly NotedEvent[]): Promise<readonly MessageEnded[]> {
  if (claimed.length === 0) return []
  const ids = claimed.map((event) => event.subject_id)
  const rows = await sql<EndedRow[]>`
    select sms_id as "smsId", client_id as "clientId", reference, metadata, origin, sender as from, recipient as to, parts,
      accepted_at as "acceptedAt"
    from message where ${among(sql, 'sms_id', ids)}`
  const messages = new Map(rows.map((row) => [row.smsId, row]))
  return claimed.flatMap(({ event_id: eventId, subject_id: smsId, state }): readonly MessageEnded[] => {
    const message = messages.get(smsId)
    if (message === undefined || state === null) return []
    const { metadata, ...facts } = message
    return [{ kind: 'message-ended', eventId, ...facts, ...readMetadata(metadata), state }]
  })
}

type ReadRow = Omit<MessageRead, 'kind' | 'eventId'>

async function loadRead(sql: Sql, claimed: readonly NotedEvent[]): Promise<readonly MessageRead[]> {
  if (claimed.length === 0) return []
  const ids = claimed.map((event) => event.subject_id)
  const rows = await sql<ReadRow[]>`
    select message.sms_id as "smsId", client_id as "clientId", reference, origin, sender as from, recipient as to,
      report.at as "readAt"
    from message
    cross join lateral (
      select at from message_history
      where message_history.sms_id = message.sms_id and kind = 'report' and state = 'read' order by at limit 1
    ) as report
    where ${among(sql, 'message.sms_id', ids)}`
  const messages = new Map(rows.map((row) => [row.smsId, row]))
  return claimed.flatMap(({ event_id: eventId, subject_id: smsId }): readonly MessageRead[] => {
    const message = messages.get(smsId)
    return message === undefined ? [] : [{ kind: 'message-read', eventId, ...message }]
  })
}

interface ReceivedRow extends Omit<SmsReceived, 'kind' | 'eventId' | 'encoding' | 'attachments'> {
  readonly encoding: number
  readonly attachments: readonly string[] | null
}

async function loadReceived(sql: Sql, claimed: readonly NotedEvent[]): Promise<readonly SmsReceived[]> {
  if (claimed.length === 0) return []
  const ids = claimed.map((event) => event.subject_id)
  const rows = await sql<ReceivedRow[]>`
    select incoming_id as "incomingId", client_id as "clientId", channel_id as "channelId", sender as from, recipient as to,
      coalesce(body, '') as text, encoding, received_at as "receivedAt",
      (
        select array_agg(blob_id::text order by created_at, blob_id) from blob
        where blob.incoming_id = incoming_message.incoming_id
      ) as attachments
    from incoming_message where ${among(sql, 'incoming_id', ids)}`
  const messages = new Map(rows.map((row) => [row.incomingId, row]))
  return claimed.flatMap(({ event_id: eventId, subject_id: incomingId }): readonly SmsReceived[] => {
    const message = messages.get(incomingId)
    if (message === undefined) return []
    const { attachments, ...sms } = message
    const event = { kind: 'sms-received', eventId, ...sms, encoding: encodingOf(message.encoding) } as const
    return [attachments === null ? event : { ...event, attachments }]
  })
}
