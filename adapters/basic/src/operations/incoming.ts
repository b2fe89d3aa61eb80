import type { FindOptions, IncomingFilter, IncomingMessages, IncomingRecord, Principal } from '@heliograph/contracts'
import { formatCsv, formatDateTime, type Parameters, parseCompactTime, parseFlag, parseWhole } from '@heliograph/wire'
import { answer, SUCCESS } from '../answers.ts'
import { refusal } from '../errors.ts'
import type { Operation } from '../operation.ts'

export const DEFAULT_ROWS = 10
/** More than the text of `ERR-INCOMING-01` says. */
export const MAX_ROWS = 10_000

const FIELDS = ['id', 'sender', 'channel', 'message', 'timestamp', 'status'] as const

type WireIncoming = Readonly<Record<(typeof FIELDS)[number], string>>

/** `action=incoming`. SMS returned as unread are marked as read once the answer has gone out. */
export const incomingOperation: Operation = {
  exception: 'EXP-INCOMING-01',
  async handle({ incoming }, { principal, parameters, request: { signal } }) {
    const filter = readFilter(parameters)
    const records = await findRecords(incoming, principal, filter, { signal })
    const { body, type } = format(records, parameters)
    const headers = { 'content-type': `${type}; charset=utf-8` }
    const response = answer(SUCCESS, 200, body, headers)
    if (filter.isRead !== false || records.length === 0) return response
    const ids = records.map(({ incomingId }) => incomingId)
    return { ...response, afterSent: () => incoming.markRead(principal, ids) }
  },
}

function readFilter(parameters: Parameters): IncomingFilter {
  const rows = parameters.joined('rows')?.trim()
  const limit = rows === undefined ? DEFAULT_ROWS : parseWhole(rows, 1, MAX_ROWS)
  if (limit === undefined) throw refusal('ERR-INCOMING-01')
  const from = parameters.joined('dt')?.trim()
  const since = from === undefined ? undefined : parseCompactTime(from)
  if (from !== undefined && since === undefined) throw refusal('ERR-INCOMING-02')
  return { isRead: readStatus(parameters), since: since === undefined ? undefined : new Date(since), limit }
}

/** `0` means read, `status=` without a value means both, anything else means unread. */
function readStatus(parameters: Parameters): boolean | undefined {
  const status = parameters.joined('status')?.trim()
  if (status === undefined && parameters.isNamed('status')) return undefined
  return status === '0'
}

/** Resolves with the records of the first page that has any. */
async function findRecords(
  incoming: IncomingMessages,
  principal: Principal,
  filter: IncomingFilter,
  options: FindOptions,
): Promise<readonly IncomingRecord[]> {
  let after: number | undefined
  for (;;) {
    const { records, next } = await incoming.find(principal, { ...filter, after }, options)
    if (records.length > 0 || next === undefined) return records
    after = next
  }
}

function format(
  records: readonly IncomingRecord[],
  parameters: Parameters,
): { readonly body: string; readonly type: string } {
  const rows = records.map(mapRecord)
  const isJson = parameters.joined('format')?.trim().toLowerCase() === 'json'
  const body = isJson
    ? JSON.stringify(rows)
    : formatCsv([FIELDS, ...rows.map((row) => FIELDS.map((field) => row[field]))])
  if (parseFlag(parameters.joined('encode') ?? '') === true) {
    return { body: Buffer.from(body).toString('base64'), type: 'text/plain' }
  }
  return { body, type: isJson ? 'application/json' : 'text/csv' }
}

function mapRecord({ from, incomingId, isRead, receivedAt, text, to }: IncomingRecord): WireIncoming {
  return {
    id: String(incomingId),
    sender: from,
    channel: to,
    message: text,
    timestamp: formatDateTime(receivedAt),
    status: isRead ? '0' : '1',
  }
}
