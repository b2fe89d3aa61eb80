import type { IncomingFilter, IncomingPage, IncomingRecord } from '@heliograph/contracts'
import { formatCsv, formatDateTime, type Parameters, parseCompactTime, parseFlag, parseWhole } from '@heliograph/wire'
import { answer, SUCCESS } from '../answers.ts'
import { refusal } from '../errors.ts'
import type { Operation } from '../operation.ts'

export const DEFAULT_ROWS = 10
/** More than the text of `ERR-INCOMING-01` says. */
export const MAX_ROWS = 10_000

const FIELDS = ['id', 'sender', 'channel', 'message', 'timestamp', 'status'] as const

type WireIncoming = Readonly<Record<(typeof FIELDS)[number], string>>

/** `action=incoming`. SMS returned as unread are read with that, unless the answer did not go out. */
export const incomingOperation: Operation = {
  exception: 'EXP-INCOMING-01',
  async handle({ incoming }, { principal, parameters, request: { signal } }) {
    const filter = readFilter(parameters)
    const answerWith = (records: readonly IncomingRecord[]) => {
      const { body, type } = format(records, parameters)
      return answer(SUCCESS, 200, body, { 'content-type': `${type}; charset=utf-8` })
    }
    if (filter.isRead !== false)
      return answerWith(
        (await firstPage((after) => incoming.find(principal, { ...filter, after }, { signal }))).records,
      )
    const { records, settle } = await firstPage((after) => incoming.lend(principal, { ...filter, after }, { signal }))
    return records.length === 0 ? answerWith(records) : { ...answerWith(records), ended: settle }
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

/** Resolves with the first page that has records, or with the last one. */
async function firstPage<P extends IncomingPage>(find: (after: number | undefined) => Promise<P>): Promise<P> {
  let page = await find(undefined)
  while (page.records.length === 0 && page.next !== undefined) page = await find(page.next)
  return page
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
