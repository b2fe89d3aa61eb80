import {
  type MessageState,
  PRIORITIES,
  type Principal,
  type Priority,
  type SubmitEntry,
  type SubmitMessage,
} from '@heliograph/contracts'
import { parseSmppTime } from '@heliograph/smpp'
import { MAX_REFERENCE_LENGTH, toStorable } from '@heliograph/wire'
import { type Arguments, textOf } from './arguments.ts'
import { readContent } from './content.ts'
import { badArgument, mayNotSend, noCredit } from './errors.ts'
import { LEVEL, receiptsOf } from './receipt-form.ts'

/** What a message is mapped with. */
export interface MappingContext {
  readonly instance: string
  readonly nowMs: number
  /** When it is sent where its arguments do not say; undefined: now. */
  readonly sendAt?: Date | undefined
}

const MINUTE_MS = 60_000
const MAX_VALIDITY_MINUTES = 7 * 24 * 60
const MAX_DEFERRED_MS = 180 * 24 * 60 * MINUTE_MS
/** Characters of a URL that is called. */
export const MAX_URL_LENGTH = 2_048

/** Maps the arguments of a message, which have been checked. Throws `invalid`. */
export function mapMessage(given: Arguments, recipients: readonly string[], context: MappingContext): SubmitMessage {
  const { values } = given
  const sendAt = readSendTime(values.get('sdt'), context) ?? context.sendAt
  const deferredMinutes = sendAt === undefined ? 0 : (sendAt.getTime() - context.nowMs) / MINUTE_MS
  const validity = values.get('validity-period')
  const { text, encoding } = readContent(given)
  const receipts = readReceipts(given, context)
  return {
    destinations: recipients.map((to) => ({ to })),
    text,
    encoding,
    from: textOf(given, 'from') || undefined,
    reference: readTags(values.get('tags')),
    sendAt,
    validitySeconds: validity === undefined ? undefined : validitySeconds(Number(validity) - deferredMinutes),
    notifyUrl: receipts?.notifyUrl,
    notifyFormat: receipts?.notifyFormat,
    sentReceipt: receipts?.sentReceipt,
  }
}

/** Of its four, 0 is Jasmin's default and 3 the highest. */
export function priorityOf({ values }: Arguments): Priority {
  return Number(values.get('priority') ?? 0) >= 2 ? PRIORITIES.HIGH : PRIORITIES.NORMAL
}

/** Words of Jasmin for messages that are refused one by one. */
const REFUSED: Partial<Record<MessageState, (entry: SubmitEntry, principal: Principal) => Error>> = {
  'bad-number': ({ to }) => badArgument('to', to),
  'no-credit': () => noCredit(),
  'opted-out': (_, { email }) => mayNotSend(email),
}

/** Returns the id of an accepted message. Throws `invalid` or `forbidden` for one that was refused. */
export function idOf(entry: SubmitEntry, principal: Principal): string {
  if (entry.smsId !== 0) return entry.messageId
  throw REFUSED[entry.state]?.(entry, principal) ?? badArgument('content', '')
}

function readSendTime(sdt: string | undefined, { nowMs }: MappingContext): Date | undefined {
  if (sdt === undefined || sdt === '') return undefined
  const at = parseSmppTime(sdt, new Date(nowMs))
  if (at === undefined || at.getTime() > nowMs + MAX_DEFERRED_MS) throw badArgument('sdt', sdt)
  return at.getTime() > nowMs ? at : undefined
}

/** Jasmin counts the validity from now, the gateway from the time of sending. */
function validitySeconds(minutes: number): number {
  return Math.round(Math.min(Math.max(minutes, 1), MAX_VALIDITY_MINUTES) * 60)
}

/** A label for the operator's routes in Jasmin; here the client finds the message by it. */
function readTags(tags: string | undefined): string | undefined {
  return tags === undefined || tags === '' ? undefined : toStorable(tags.slice(0, MAX_REFERENCE_LENGTH))
}

/** A URL or a level asks for receipts, whatever `dlr` says. */
function readReceipts(given: Arguments, { instance }: MappingContext) {
  const { values } = given
  const url = textOf(given, 'dlr-url')
  const isWanted = url !== undefined || values.has('dlr-level') || values.get('dlr') === 'yes'
  if (!isWanted || url === undefined) return undefined
  const method = values.get('dlr-method')?.toUpperCase() === 'GET' ? 'GET' : 'POST'
  const level = values.get('dlr-level') ?? LEVEL.network
  const { notifyFormat, sentReceipt } = receiptsOf(instance, { method, level })
  return { notifyUrl: readUrl(url), notifyFormat, sentReceipt }
}

function readUrl(url: string): string {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url)) throw badArgument('dlr-url', url)
  const { password, username } = new URL(url)
  if (username !== '' || password !== '') throw badArgument('dlr-url', '')
  return toStorable(url)
}
