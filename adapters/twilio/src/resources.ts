import type { MessageRecord, Money, SubmitEntry } from '@heliograph/contracts'
import { TEXT_REMOVED } from '@heliograph/contracts'
import type { DateWriter } from './dates.ts'
import type { Sids } from './sids.ts'
import { type Fault, faultOf, STATUSES } from './statuses.ts'

export const API_VERSION_PATH = '/2010-04-01'

/** The path of the messages of an account, without `.json`. */
export function messagesPath(account: string): string {
  return `${API_VERSION_PATH}/Accounts/${account}/Messages`
}

/** A message as the API shows it. */
export interface WireMessage {
  readonly account_sid: string
  readonly api_version: '2010-04-01'
  readonly body: string
  readonly date_created: string | null
  readonly date_sent: string | null
  readonly date_updated: string | null
  readonly direction: 'outbound-api'
  readonly error_code: number | null
  readonly error_message: string | null
  readonly from: string
  readonly messaging_service_sid: string | null
  readonly num_media: '0'
  readonly num_segments: string
  readonly price: string | null
  readonly price_unit: string | null
  readonly sid: string
  readonly status: string
  readonly subresource_uris: { readonly media: string }
  readonly to: string
  readonly uri: string
}

/** What writes ids and times. */
export interface Writers {
  readonly sids: Sids
  readonly formatDate: DateWriter
}

/** A message that was just accepted, or was before by the same request. */
export function mapEntry(
  entry: SubmitEntry,
  { clientId, text, service }: { readonly clientId: number; readonly text: string; readonly service: string | null },
  writers: Writers,
): WireMessage {
  const created = entry.acceptedAt && writers.formatDate(entry.acceptedAt)
  const status = service !== null && entry.state === 'queued' ? 'accepted' : STATUSES[entry.state]
  const shown = { text, created, sent: null, updated: created, fault: undefined, service, price: null, status }
  return wireMessage(clientId, entry, shown, writers.sids)
}

/** A message and where it stands now. Which service it was sent by is not kept. */
export function mapRecord(record: MessageRecord, { formatDate, sids }: Writers): WireMessage {
  const { acceptedAt, clientId, doneAt, errorId, price, state, submittedAt, text } = record
  const shown = {
    text: text === TEXT_REMOVED ? '' : text,
    created: formatDate(acceptedAt),
    sent: submittedAt && formatDate(submittedAt),
    updated: formatDate(doneAt ?? submittedAt ?? acceptedAt),
    fault: faultOf(state, errorId),
    service: null,
    price,
    status: STATUSES[state],
  }
  return wireMessage(clientId, record, shown, sids)
}

/** What is shown of a message besides its ids and addresses. Times as they are written. */
interface Shown {
  readonly text: string
  readonly created: string | null
  readonly sent: string | null
  readonly updated: string | null
  readonly fault: Fault | undefined
  readonly service: string | null
  readonly price: Money | null
  readonly status: string
}

/** One literal, because an answer of so many fields put together from two objects took as long as all the rest. */
function wireMessage(
  clientId: number,
  { from, parts, smsId, to }: Pick<SubmitEntry, 'from' | 'parts' | 'smsId' | 'to'>,
  { text, created, sent, updated, fault, service, price, status }: Shown,
  sids: Sids,
): WireMessage {
  const account = sids.write('AC', clientId, 0)
  const sid = sids.write('SM', clientId, smsId)
  const path = `${messagesPath(account)}/${sid}`
  return {
    account_sid: account,
    api_version: '2010-04-01',
    direction: 'outbound-api',
    num_media: '0',
    sid,
    subresource_uris: { media: `${path}/Media.json` },
    uri: `${path}.json`,
    body: text,
    date_created: created,
    date_sent: sent,
    date_updated: updated,
    error_code: fault?.code ?? null,
    error_message: fault?.text ?? null,
    from: formatAddress(from),
    messaging_service_sid: service,
    num_segments: String(parts),
    price: price === null ? null : formatPrice(price),
    price_unit: price === null ? null : price.currency,
    status,
    to: formatAddress(to),
  }
}

/** What was paid is negative. */
function formatPrice({ amount }: Money): string {
  return Number(amount) === 0 ? amount : `-${amount}`
}

/** Fewer digits are a short code. */
const LEAST_E164_DIGITS = 7

/** A number in E.164 with its `+`; a short code or a sender text as it is. */
export function formatAddress(address: string): string {
  return /^\d+$/.test(address) && address.length >= LEAST_E164_DIGITS ? `+${address}` : address
}
