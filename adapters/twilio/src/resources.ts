import type { MessageRecord, SubmitEntry } from '@heliograph/contracts'
import { TEXT_REMOVED } from '@heliograph/contracts'
import type { Sids } from './sids.ts'
import { faultOf, STATUSES } from './statuses.ts'

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

/** A message that was just accepted, or was before by the same request. */
export function mapEntry(
  entry: SubmitEntry,
  { clientId, text, service }: { readonly clientId: number; readonly text: string; readonly service: string | null },
  sids: Sids,
): WireMessage {
  const created = entry.acceptedAt && formatDate(entry.acceptedAt)
  return {
    ...identityOf(clientId, entry.smsId, sids),
    body: text,
    date_created: created,
    date_sent: null,
    date_updated: created,
    error_code: null,
    error_message: null,
    from: formatAddress(entry.from),
    messaging_service_sid: service,
    num_segments: String(entry.parts),
    price: null,
    price_unit: null,
    status: service !== null && entry.state === 'queued' ? 'accepted' : STATUSES[entry.state],
    to: formatAddress(entry.to),
  }
}

/** A message and where it stands now. Which service it was sent by is not kept. */
export function mapRecord(record: MessageRecord, sids: Sids): WireMessage {
  const { acceptedAt, clientId, doneAt, errorId, price, smsId, state, submittedAt, text } = record
  const fault = faultOf(state, errorId)
  return {
    ...identityOf(clientId, smsId, sids),
    body: text === TEXT_REMOVED ? '' : text,
    date_created: formatDate(acceptedAt),
    date_sent: submittedAt && formatDate(submittedAt),
    date_updated: formatDate(doneAt ?? submittedAt ?? acceptedAt),
    error_code: fault?.code ?? null,
    error_message: fault?.text ?? null,
    from: formatAddress(record.from),
    messaging_service_sid: null,
    num_segments: String(record.parts),
    price: Number(price.amount) === 0 ? price.amount : `-${price.amount}`,
    price_unit: price.currency,
    status: STATUSES[state],
    to: formatAddress(record.to),
  }
}

function identityOf(clientId: number, smsId: number, sids: Sids) {
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
  } as const
}

/** Fewer digits are a short code. */
const LEAST_E164_DIGITS = 7

/** A number in E.164 with its `+`; a short code or a sender text as it is. */
export function formatAddress(address: string): string {
  return /^\d+$/.test(address) && address.length >= LEAST_E164_DIGITS ? `+${address}` : address
}

/** As RFC 2822 writes a time in UTC: `Thu, 24 Aug 2023 05:01:45 +0000`. */
function formatDate(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}
