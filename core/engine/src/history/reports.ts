import type { Clock, MessageRecord, MessageState, ReportFilter, Reports } from '@heliograph/contracts'
import { errorIdOf, formatMessageId, parseMessageId, priorityName } from '@heliograph/messaging'
import { encodingOf } from '../database/codes.ts'
import type { Sql } from '../database/database.ts'
import { toServiceError } from '../database/database-errors.ts'
import { findIdBounds, type IdBounds } from './id-bounds.ts'
import { findJoined, findWaitingSegment } from './segments.ts'
import { type MessageRow, selectMessages } from './select-messages.ts'

export interface ReportsOptions {
  readonly sql: Sql
  readonly clock: Clock
}

/** Creates the `Reports` service. */
export function createReports({ sql, clock }: ReportsOptions): Reports {
  let salt: Uint8Array | undefined

  /** Never changes in a deployment, so it is read once. */
  async function loadSalt(): Promise<Uint8Array> {
    if (salt === undefined) {
      const [row] = await sql<{ id_salt: Buffer }[]>`select id_salt from deployment`
      salt = (row as { id_salt: Buffer }).id_salt
    }
    return salt
  }

  async function find(clientId: number, filter: ReportFilter): Promise<readonly MessageRecord[]> {
    if (filter.smsId !== undefined && !Number.isSafeInteger(filter.smsId)) return []
    const found = await findMessages(clientId, filter)
    return found.length === 0 && filter.smsId !== undefined ? findBySegment(clientId, filter, filter.smsId) : found
  }

  /** The id may be that of a segment. While it waits for the others only the id is looked at. */
  async function findBySegment(
    clientId: number,
    filter: ReportFilter,
    smsId: number,
  ): Promise<readonly MessageRecord[]> {
    const joined = await findJoined(sql, smsId)
    if (joined !== undefined) return findMessages(clientId, { ...filter, smsId: joined })
    const tools = { idSalt: await loadSalt(), now: new Date(clock.now()) }
    const waiting = await findWaitingSegment(sql, clientId, smsId, tools)
    return waiting === undefined ? [] : [waiting]
  }

  async function findMessages(clientId: number, filter: ReportFilter): Promise<readonly MessageRecord[]> {
    const idSalt = await loadSalt()
    const rows = await selectMessages(sql, {
      clientId,
      filter: withoutNul(filter),
      generated: filter.messageId === undefined ? undefined : parseMessageId(idSalt, filter.messageId),
      bounds: await boundsOf(sql, clientId, filter),
      now: new Date(clock.now()),
    })
    return rows.map((row) => mapRowToRecord(row, idSalt))
  }

  return {
    async find(principal, filter) {
      try {
        return await find(principal.clientId, filter)
      } catch (error) {
        throw toServiceError(error)
      }
    },
  }
}

/** Worth finding only when the filter leaves many messages to go through. */
function boundsOf(sql: Sql, clientId: number, filter: ReportFilter): Promise<IdBounds> | IdBounds {
  const { smsId, messageId, since, until } = filter
  const pointless = smsId !== undefined || messageId !== undefined || (since === undefined && until === undefined)
  return pointless ? { from: null, to: null } : findIdBounds(sql, clientId, since, until)
}

/** Texts are stored with U+FFFD for NUL, which Postgres cannot take; no stored text has one, so a filter with it must match as stored. */
function withoutNul(filter: ReportFilter): ReportFilter {
  return Object.fromEntries(
    Object.entries(filter).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value,
    ]),
  ) as unknown as ReportFilter
}

function mapRowToRecord(row: MessageRow, idSalt: Uint8Array): MessageRecord {
  const state = row.state as MessageState
  return {
    smsId: row.sms_id,
    messageId: row.message_id ?? formatMessageId(idSalt, row.sms_id, row.accepted_at.getTime()),
    bulkId: row.bulk_id,
    reference: row.reference,
    from: row.sender,
    to: row.recipient,
    text: row.body,
    encoding: encodingOf(row.encoding),
    parts: row.parts,
    price: { amount: row.price, currency: row.currency },
    priority: priorityName(row.priority),
    state,
    acceptedAt: row.accepted_at,
    scheduledAt: row.send_at,
    submittedAt: row.submitted_at,
    doneAt: row.done_at,
    networkStatus: row.network_status,
    networkId: row.network_id,
    errorId: errorIdOf(state, row.error_id),
  }
}
