import { GatewayError, type HttpRequest, type MessageRecord, type SubmitResult } from '@heliograph/contracts'
import { formatRecipientResult, Parameters, parseWhole, recipientResultOf, splitRecipients } from '@heliograph/wire'

/** A client's request to send a message. */
export interface SendRequest {
  readonly recipients: readonly string[]
  readonly text: string
  /** Where the client wants to be told how its messages ended. */
  readonly callback: string | undefined
}

const MAX_URL_LENGTH = 2_048

/** Reads `to`, `text` and `callback` from the query or the form. Throws `invalid`. */
export function parseSend(request: HttpRequest): SendRequest {
  const parameters = Parameters.of(request)
  const recipients = splitRecipients(parameters.joined('to') ?? '')
  const text = parameters.joined('text') ?? ''
  if (recipients.length === 0) throw new GatewayError('invalid', 'missing-to', 'to is missing')
  if (text === '') throw new GatewayError('invalid', 'missing-text', 'text is missing')
  return { recipients, text, callback: parseCallback(parameters.first('callback')) }
}

/** The address as it can be kept and called. */
function parseCallback(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = address.length <= MAX_URL_LENGTH && URL.canParse(address) ? new URL(address) : undefined
  const isCallable = url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === ''
  if (isCallable) return url.href
  throw new GatewayError('invalid', 'bad-callback', 'callback must be the address of a web server')
}

/** A line for each recipient: `<id>:<number>:<status>`. */
export function formatResult({ entries }: SubmitResult): string {
  return entries.map((entry) => `${formatRecipientResult(recipientResultOf(entry))}\n`).join('')
}

/** Reads the id of a message. Throws `invalid`. */
export function parseId({ query }: HttpRequest): number {
  const id = parseWhole(Parameters.ofQuery(query).joined('id') ?? '', 1, Number.MAX_SAFE_INTEGER)
  if (id === undefined) throw new GatewayError('invalid', 'missing-id', 'id must be the number of a message')
  return id
}

/** One line: `<id> <state>`. */
export function formatState({ smsId, state }: MessageRecord): string {
  return `${smsId} ${state}\n`
}
