import type { MessageRecord } from '@heliograph/contracts'
import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { SearchStep } from '../../database/searches.ts'
import { type MessageRow, mapRowToRecord } from './select-messages.ts'

/** Finds the messages that segments were joined to, by the ids of the segments. */
export async function findJoined(
  { sql, run }: SearchStep,
  smsIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await run(sql<{ sms_id: number; joined_id: number }[]>`
    select sms_id, joined_id from message_alias where ${among(sql, 'sms_id', smsIds)}`)
  return new Map(rows.map((row) => [row.sms_id, row.joined_id]))
}

/** What else there is to a message, as it is before anything has happened to it. */
const AS_MESSAGE = {
  message_id: null,
  bulk_id: null,
  reference: null,
  metadata: null,
  parts: 1,
  submitted_at: null,
  done_at: null,
  network_status: null,
  network_id: null,
  error_id: null,
} as const

type SegmentRow = Omit<MessageRow, keyof typeof AS_MESSAGE | 'state' | 'body'> & { readonly body: string }

/**
 * Finds segments of a client (null: of any client) that still wait for the others, each as the message that it may have
 * to become.
 */
export async function findWaitingSegments(
  { sql, run }: SearchStep,
  clientId: number | null,
  smsIds: readonly number[],
  tools: { readonly idSalt: Uint8Array; readonly now: Date; readonly channelId: number | undefined },
): Promise<readonly MessageRecord[]> {
  const rows = await run(sql<SegmentRow[]>`
    select segment.sms_id, segment.client_id, segment.origin, segment.sender, segment.recipient, segment.body, segment.encoding, segment.priority,
      segment.accepted_at, segment.send_at, segment.price, client.currency
    from segment join client using (client_id)
    where segment.sms_id = any(${numberArray(smsIds)}::bigint[])
      and segment.client_id = coalesce(${clientId}::bigint, segment.client_id)
      and segment.channel_id = coalesce(${tools.channelId ?? null}::bigint, segment.channel_id)`)
  return rows.map((row) => {
    const body = Buffer.from(row.body, 'base64').toString('utf16le')
    const state = row.send_at !== null && row.send_at > tools.now ? 'scheduled' : 'queued'
    return mapRowToRecord({ ...row, ...AS_MESSAGE, body, state }, tools.idSalt)
  })
}
