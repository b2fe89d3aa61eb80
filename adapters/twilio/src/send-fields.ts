import type { HttpRequest } from '@heliograph/contracts'
import { Parameters, parseTimestamp, parseWhole } from '@heliograph/wire'
import { refusal, unsupported } from './errors.ts'

/** A request to send, checked. */
export interface SendFields {
  readonly to: string
  readonly from: string | undefined
  readonly service: string | undefined
  readonly body: string
  readonly callback: string | undefined
  readonly validitySeconds: number | undefined
  readonly sendAt: Date | undefined
}

const MAX_BODY_CHARACTERS = 1_600
const MAX_URL_CHARACTERS = 2_048
const MAX_VALIDITY_SECONDS = 36_000
const DAY_MS = 86_400_000
const LEAST_AHEAD_MS = 300_000
const MOST_AHEAD_MS = 35 * DAY_MS

/** How the form is read; names are in the case that the API gives them. */
export const FORM = { ignoreCase: false, blankIsEmpty: false, limit: 1_000 } as const

/** What there is not here, and must not be taken for done: the values of each parameter that mean nothing else. */
const UNSUPPORTED: readonly (readonly [name: string, harmless: readonly string[], why: string])[] = [
  ['MediaUrl', [], 'only texts are sent'],
  ['ContentSid', [], 'there are no content templates'],
  ['ContentRetention', ['retain'], 'redact the message once it is complete'],
  ['AddressRetention', ['retain'], 'delete the message once it is complete'],
]

/** Reads a request to send. Throws `invalid` for the first fault. */
export function readSend(request: Pick<HttpRequest, 'query' | 'headers' | 'body'>, nowMs: number): SendFields {
  const form = Parameters.of(request, FORM).only('form')
  for (const [name, harmless, why] of UNSUPPORTED)
    if (form.all(name).some((value) => value !== '' && !harmless.includes(value)))
      throw unsupported(`${name} is not supported: ${why}`)
  const to = form.first('To')
  if (to === undefined) throw refusal('missing-to')
  const body = form.first('Body')
  if (body === undefined) throw refusal('missing-body')
  if (body.length > MAX_BODY_CHARACTERS) throw refusal('long-body')
  const { from, service } = readSender(form)
  return {
    to,
    from,
    service,
    body,
    callback: readCallback(form.first('StatusCallback')),
    validitySeconds: readValidity(form.first('ValidityPeriod')),
    sendAt: readSendAt(form, nowMs),
  }
}

/** A service may be given as the sender. */
function readSender(form: Parameters): Pick<SendFields, 'from' | 'service'> {
  const from = form.first('From')
  const service = form.first('MessagingServiceSid')
  if (service !== undefined) return { from, service }
  return from?.startsWith('MG') && from.length === 34
    ? { from: undefined, service: from }
    : { from, service: undefined }
}

function readCallback(url: string | undefined): string | undefined {
  if (url === undefined) return undefined
  if (!/^https?:\/\//i.test(url) || url.length > MAX_URL_CHARACTERS || !URL.canParse(url)) throw refusal('bad-callback')
  const { password, username } = new URL(url)
  if (username !== '' || password !== '') throw refusal('bad-callback')
  return url
}

function readValidity(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const seconds = parseWhole(text, 1, MAX_VALIDITY_SECONDS)
  if (seconds === undefined) throw refusal('bad-validity')
  return seconds
}

/** A time without its type would be sent at once there; here it is refused, since that is never what is meant. */
function readSendAt(form: Parameters, nowMs: number): Date | undefined {
  const type = form.first('ScheduleType')
  const text = form.first('SendAt')
  if (type !== undefined && type !== 'fixed') throw unsupported("ScheduleType must be 'fixed'")
  if (type === undefined) {
    if (text === undefined) return undefined
    throw unsupported("SendAt needs ScheduleType 'fixed'")
  }
  if (text === undefined) throw refusal('missing-send-at')
  const at = parseTimestamp(text)
  if (at === undefined || at < nowMs + LEAST_AHEAD_MS || at > nowMs + MOST_AHEAD_MS) throw refusal('bad-send-at')
  return new Date(at)
}
