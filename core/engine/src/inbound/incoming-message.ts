import type { NetworkIncoming } from '@heliograph/contracts'
import { among } from '../database/among.ts'
import { booleanArray, numberArray, textArray, timeArray } from '../database/arrays.ts'
import { ENCODING_CODES } from '../database/codes.ts'
import type { Transaction } from '../database/database.ts'

/** An incoming SMS as it is stored: whole, or as much of it as arrived. */
export interface IncomingMessage extends Omit<NetworkIncoming, 'link' | 'segment' | 'attachments' | 'mayBeRepeated'> {
  readonly incomingId: number
  /** `<instance>/<name>`. */
  readonly link: string
  readonly incomplete: boolean
}

/** A stored incoming SMS, with the channel it was sent to. */
export interface StoredIncoming {
  readonly message: IncomingMessage
  /** Null when no enabled channel has the number. */
  readonly channelId: number | null
  /** Some channel has the number, enabled or not, so the SMS may set something off. */
  readonly isWork: boolean
}

interface ChannelRow {
  readonly incoming_id: number
  readonly channel_id: number | null
}

interface StoredRow extends ChannelRow {
  readonly is_work: boolean
}

/** Stores incoming SMS and finds the channels they were sent to. */
export async function insertIncoming(
  tx: Transaction,
  messages: readonly IncomingMessage[],
): Promise<readonly StoredIncoming[]> {
  if (messages.length === 0) return []
  const rows = await tx<StoredRow[]>`
    insert into incoming_message (
      incoming_id, carrier, link, channel_id, client_id, sender, recipient, body, encoding, incomplete, received_at
    )
    select incoming_id, carrier, link, channel.channel_id, channel.client_id, sender, recipient, body, encoding, incomplete,
      received_at
    from unnest(
      ${numberArray(messages.map((message) => message.incomingId))}::bigint[],
      ${textArray(messages.map((message) => message.carrier))}::text[],
      ${textArray(messages.map((message) => message.link))}::text[],
      ${textArray(messages.map((message) => message.from))}::text[],
      ${textArray(messages.map((message) => message.to))}::text[],
      ${textArray(messages.map((message) => message.text))}::text[],
      ${numberArray(messages.map((message) => ENCODING_CODES[message.encoding]))}::smallint[],
      ${booleanArray(messages.map((message) => message.incomplete))}::boolean[],
      ${timeArray(messages.map((message) => message.receivedAt.getTime()))}::timestamptz[]
    ) as given (incoming_id, carrier, link, sender, recipient, body, encoding, incomplete, received_at)
    left join channel on channel.kind = 'number' and channel.address = given.recipient and channel.enabled
    returning incoming_id, channel_id, channel_id is not null or exists (
      select from channel where channel.kind = 'number' and channel.address = recipient
    ) as is_work`
  const stored = new Map(rows.map((row) => [row.incoming_id, row]))
  return messages.map((message) => {
    const row = stored.get(message.incomingId)
    return { message, channelId: row?.channel_id ?? null, isWork: row?.is_work ?? false }
  })
}

/** Within this time a network may repeat an SMS that was not acknowledged in time. */
const REPEAT_SECONDS = 60

/** Whether one of two equal messages may be a repetition of the other. */
export function isSoonAfter(a: Pick<IncomingMessage, 'receivedAt'>, b: Pick<IncomingMessage, 'receivedAt'>): boolean {
  return Math.abs(a.receivedAt.getTime() - b.receivedAt.getTime()) <= REPEAT_SECONDS * 1000
}

interface RepeatedRow extends ChannelRow {
  readonly given: number
}

/**
 * Finds messages that are stored already: the same text between the same numbers on the same link, received within a
 * minute before or after. Resolves by index.
 */
export async function findRepeated(
  tx: Transaction,
  messages: readonly Omit<IncomingMessage, 'incomingId'>[],
): Promise<ReadonlyMap<number, ChannelRow>> {
  if (messages.length === 0) return new Map()
  const rows = await tx<RepeatedRow[]>`
    select given.given, known.incoming_id, known.channel_id
    from unnest(
      ${numberArray(messages.map((_, index) => index))}::integer[],
      ${textArray(messages.map((message) => message.link))}::text[],
      ${textArray(messages.map((message) => message.from))}::text[],
      ${textArray(messages.map((message) => message.to))}::text[],
      ${textArray(messages.map((message) => message.text))}::text[],
      ${numberArray(messages.map((message) => ENCODING_CODES[message.encoding]))}::smallint[],
      ${timeArray(messages.map((message) => message.receivedAt.getTime()))}::timestamptz[]
    ) as given (given, link, sender, recipient, body, encoding, received_at)
    cross join lateral (
      select incoming_id, channel_id from incoming_message
      where incoming_message.sender = given.sender
        and incoming_message.received_at between given.received_at - ${REPEAT_SECONDS}::integer * interval '1 second'
          and given.received_at + ${REPEAT_SECONDS}::integer * interval '1 second'
        and incoming_message.recipient = given.recipient and incoming_message.link = given.link
        and incoming_message.encoding = given.encoding and incoming_message.body = given.body
      order by incoming_id desc limit 1
    ) as known`
  return new Map(rows.map((row) => [row.given, row]))
}

/** Finds the channels of messages stored before. */
export async function findChannels(
  tx: Transaction,
  incomingIds: readonly number[],
): Promise<Map<number, number | null>> {
  if (incomingIds.length === 0) return new Map()
  const rows = await tx<ChannelRow[]>`
    select incoming_id, channel_id from incoming_message where ${among(tx, 'incoming_id', incomingIds)}`
  return new Map(rows.map((row) => [row.incoming_id, row.channel_id]))
}
