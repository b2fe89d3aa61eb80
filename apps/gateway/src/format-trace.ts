import { assertNever, type HistoryEntry, type MessageRecord, type Money } from '@heliograph/contracts'
import type { MessageTrace } from '@heliograph/engine'
import { errorById } from '@heliograph/messaging'
import { formatTable } from './table.ts'

/** Formats a message and its history for people. */
export function formatTrace({ clientId, record, history }: MessageTrace): readonly string[] {
  const { smsId, state, text, encoding, parts, priority } = record
  const size = parts === 1 ? '1 part' : `${parts} parts`
  return [
    `Message ${smsId} from ${record.from} to ${record.to}: ${state}`,
    `  client ${clientId}, message id ${record.messageId}${otherIds(record)}`,
    `  ${priority}, ${size} (${encoding}): ${text}`,
    '',
    ...formatTable(['time', 'what', ''], history.map(toRow)),
  ]
}

function otherIds({ bulkId, reference, metadata }: MessageRecord): string {
  const ids = [
    bulkId !== null && `bulk ${bulkId}`,
    reference !== null && `reference ${reference}`,
    metadata !== undefined && `metadata ${JSON.stringify(metadata)}`,
  ]
  return ids.map((id) => (id === false ? '' : `, ${id}`)).join('')
}

function toRow(entry: HistoryEntry): readonly string[] {
  return [entry.at?.toISOString() ?? '-', WORDS[entry.kind], describe(entry)]
}

const WORDS: Readonly<Record<HistoryEntry['kind'], string>> = {
  accepted: 'accepted',
  scheduled: 'scheduled',
  queued: 'queued',
  'handed-over': 'handed over',
  answered: 'answered',
  'put-off': 'put off',
  'put-back': 'put back',
  'passed-on': 'passed on',
  report: 'report',
  receipt: 'receipt',
  ended: 'ended',
  refunded: 'refunded',
  webhook: 'webhook',
  'webhook-attempt': 'webhook attempt',
}

function describe(entry: HistoryEntry): string {
  switch (entry.kind) {
    case 'accepted':
      return `by ${entry.origin}${requestOf(entry.requestId)}, price ${formatMoney(entry.price)}`
    case 'scheduled':
      return `for ${entry.dueAt.toISOString()}`
    case 'queued':
      return ''
    case 'handed-over':
      return `to ${entry.link}, no answer is recorded`
    case 'answered':
      return `${placeOf(entry)} at ${entry.link}: ${entry.outcome}${inBrackets(entry.networkId ?? entry.networkStatus)}`
    case 'put-off':
      return `attempt ${entry.attempt} at ${entry.link}${inBrackets(entry.networkStatus ?? 'no answer')}, again ${entry.dueAt.toISOString()}`
    case 'put-back':
      return `by ${entry.link}${inBrackets(entry.networkStatus)}${timesOf(entry)}`
    case 'passed-on':
      return `by ${entry.link}${inBrackets(entry.networkStatus)}${reasonOf(entry.errorId)}`
    case 'report':
      return `${placeOf(entry)}: ${entry.status} (${entry.networkStatus})${reasonOf(entry.errorId)}${inQuotes(entry.text)}`
    case 'receipt':
      return `${placeOf(entry)}: ${entry.state} (${entry.networkStatus})${reasonOf(entry.errorId)}`
    case 'ended':
      return `${entry.state}${inBrackets(entry.networkStatus)}${reasonOf(entry.errorId)}`
    case 'refunded':
      return formatMoney(entry.amount)
    case 'webhook':
      return `${entry.webhookId} to ${entry.url}: ${entry.state}`
    case 'webhook-attempt':
      return `${entry.attempt} at ${entry.webhookId}: ${entry.status ?? entry.failure}, ${entry.elapsedMs} ms`
    default:
      return assertNever(entry)
  }
}

function requestOf(requestId: string | null): string {
  return requestId === null ? '' : `, request ${requestId}`
}

function placeOf({ attempt, part }: { readonly attempt: number; readonly part: number }): string {
  return `part ${part}, attempt ${attempt}`
}

function timesOf({ times, until }: Extract<HistoryEntry, { readonly kind: 'put-back' }>): string {
  return times === 1 ? '' : `, ${times} times until ${until.toISOString()}`
}

function formatMoney({ amount, currency }: Money): string {
  return `${amount} ${currency}`
}

function inBrackets(text: string | null): string {
  return text === null ? '' : ` (${text})`
}

function inQuotes(text: string | null): string {
  return text === null ? '' : `, "${text}"`
}

function reasonOf(errorId: number | null): string {
  const error = errorId === null ? undefined : errorById(errorId)
  return error === undefined ? '' : `, ${error.description}`
}
