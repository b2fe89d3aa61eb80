import {
  GatewayError,
  PRIORITIES,
  type ReceiptForm,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
} from '@heliograph/contracts'
import { MAX_RECIPIENTS, mapInSlices, toStorable } from '@heliograph/wire'
import { ORIGIN } from './authentication.ts'
import { checkUdh, readContent } from './content.ts'
import { badField, notRoutable, refusal } from './errors.ts'
import { checkNumbers, type SendFields } from './fields.ts'
import { receiptFormOf } from './receipt-form.ts'

export interface MappingContext {
  /** `HttpRequest.requestId`. */
  readonly requestId?: string | undefined
  readonly instance: string
  readonly nowMs: number
}

const MINUTE_MS = 60_000
const MAX_VALIDITY_MINUTES = 7 * 24 * 60
const MAX_DEFERRED_MINUTES = 180 * 24 * 60
const MAX_ACCOUNT_LENGTH = 64
const MAX_URL_LENGTH = 2_048
/**
 * Characters of a sender and of an e-mail that receipts repeat, more than either can have: what is kept for a receipt
 * has a limit.
 */
const MAX_SENDER_LENGTH = 40
const MAX_USER_LENGTH = 254

/** Maps a request. Throws `invalid` for the first fault, in Kannel's order. */
export async function mapSend(fields: SendFields, context: MappingContext): Promise<SubmitRequest> {
  if (fields.to === undefined) throw refusal(fields.isHeaderForm ? 'missing-header-recipients' : 'missing-recipients')
  if (fields.to === '') throw refusal('empty-recipients')
  checkUdh(fields)
  const recipients = readRecipients(fields.to)
  const reference = readAccount(fields.account)
  const notifyUrl = readUrl(fields.dlrUrl)
  checkNumbers(fields.numbers)
  const { mclass, validity, deferred = 0 } = fields.numbers
  if (deferred > MAX_DEFERRED_MINUTES) throw badField('Deferred')
  const { text, encoding, userDataHeader } = readContent(fields)
  const sendAt = deferred === 0 ? undefined : new Date(context.nowMs + deferred * MINUTE_MS)
  const validSeconds = validity === undefined ? undefined : validitySeconds(validity, deferred)
  const messages = await mapInSlices(recipients, (to): SubmitMessage => {
    const notifyFormat = notifyUrl === undefined ? undefined : receiptForm(to, fields, context)
    return {
      destinations: [{ to }],
      text,
      encoding,
      userDataHeader,
      from: fields.from,
      reference,
      flash: mclass === 0,
      sendAt,
      validitySeconds: validSeconds,
      notifyUrl: notifyFormat && notifyUrl,
      notifyFormat,
    }
  })
  const { requestId } = context
  return { origin: ORIGIN, requestId, priority: PRIORITIES.NORMAL, numbers: 'local', atomic: false, messages }
}

/**
 * Returns whether the accepted messages go out at once. Throws `invalid` when no recipient is a valid number,
 * `forbidden` when none can be sent to for another reason.
 */
export function outcomeOf(entries: readonly SubmitEntry[]): 'accepted' | 'deferred' {
  if (entries.some(({ state }) => state === 'queued')) return 'accepted'
  if (entries.some(({ state }) => state === 'scheduled')) return 'deferred'
  throw entries.every(({ state }) => state === 'bad-number') ? refusal('bad-recipients') : notRoutable()
}

/** Words that are looked at among the recipients, which may be repeated; more are too many recipients. */
const MAX_WORDS = 10 * MAX_RECIPIENTS

/**
 * Reads recipients separated by blanks, each once. Words with characters that no number has are left out, as long as
 * others remain.
 */
function readRecipients(to: string): readonly string[] {
  const words = to.split(/\s+/, MAX_WORDS + 1)
  const recipients = [...new Set(words.filter((word) => /^[\d+-]{1,64}$/.test(word)))]
  if (words.length > MAX_WORDS || recipients.length > MAX_RECIPIENTS)
    throw new GatewayError(
      'invalid',
      'too-many-recipients',
      `At most ${MAX_RECIPIENTS} receivers are allowed, rejected`,
    )
  if (recipients.length === 0) throw refusal('bad-recipients')
  return recipients
}

function readAccount(account: string | undefined): string | undefined {
  if (account === undefined || account === '') return undefined
  if (account.length > MAX_ACCOUNT_LENGTH || /[[\]\r\n]/.test(account)) throw refusal('bad-account')
  return toStorable(account)
}

/** Returns the URL for receipts as it was given, with its escapes. */
function readUrl(url: string | undefined): string | undefined {
  if (url === undefined || url === '') return undefined
  if (!/^https?:\/\//i.test(url) || url.length > MAX_URL_LENGTH || !URL.canParse(url)) throw refusal('bad-dlr-url')
  const { password, username } = new URL(url)
  if (username !== '' || password !== '') throw refusal('bad-dlr-url')
  return toStorable(url)
}

/** Kannel counts the validity from now, the gateway from the time of sending. */
function validitySeconds(validity: number, deferred: number): number {
  return Math.min(Math.max(validity - deferred, 1), MAX_VALIDITY_MINUTES) * 60
}

/** Receipts repeat the recipient as the client wrote it, so each message has a receipt form of its own. */
function receiptForm(
  to: string,
  { from, numbers, user }: SendFields,
  { instance }: MappingContext,
): ReceiptForm | undefined {
  const context = {
    mask: numbers.dlrMask ?? 0,
    from: from && toStorable(from.slice(0, MAX_SENDER_LENGTH)),
    to,
    user: user?.trim().slice(0, MAX_USER_LENGTH),
  }
  return receiptFormOf(instance, context)
}
