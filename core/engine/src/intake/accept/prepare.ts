import { randomUUID } from 'node:crypto'
import {
  GatewayError,
  type MessageState,
  type Principal,
  type ReceiptForm,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
} from '@heliograph/contracts'
import {
  formsBulk,
  type LinkBases,
  type LinkSite,
  type MeasuredMessage,
  normaliseNumber,
  type RecipientText,
  recipientText,
  senderOf,
  Turn,
} from '@heliograph/messaging'
import { ENCODING_CODES, notifyCode, pushCode } from '../../database/codes.ts'
import type { RoutedMessage } from '../../outbound/routing/router.ts'
import { sharedTexts } from './shared-texts.ts'

/**
 * The data shared by all destinations of one message that get the same text; one row of the statement's first table.
 */
export interface Template {
  readonly clientId: number
  readonly userId: number
  readonly channelId: number
  readonly sender: string
  readonly body: string
  readonly encoding: number
  readonly parts: number
  readonly priority: number
  readonly flash: boolean
  readonly receiptWebhook: boolean
  readonly notifyFormat: number
  readonly origin: string
  readonly route: string
  readonly bulkId: string | null
  readonly reference: string | null
  readonly notifyUrl: string | null
  /** The instance that writes its receipts, and the context it gets back for that; null for the usual forms. */
  readonly notifyInstance: string | null
  readonly notifyContext: string | null
  readonly acceptedAt: number
  readonly sendAt: number | null
  readonly validitySeconds: number
  readonly userDataHeader: string | null
  readonly pushOn: number | null
  readonly pushContext: string | null
  /**
   * The same object for all messages whose receipts carry the id of the first accepted one among them; null: each
   * carries its own.
   */
  readonly pushGroup: object | null
  /** Goes out even if the recipient has opted out. */
  readonly isUnblocked: boolean
}

/** The fields in which recipients of one message may differ. */
type OwnFields = 'route' | 'body' | 'encoding' | 'parts' | 'userDataHeader'
type CommonTemplate = Omit<Template, OwnFields>

/** One message to store. */
export interface AcceptRow {
  readonly smsId: number
  readonly template: Template
  readonly recipient: string
  /** As supplied; null: to be generated. */
  readonly messageId: string | null
  /** The index of its answer in `PreparedRequest.entries`. */
  readonly entry: number
  /** The row of message_text that holds its body; null when the message itself does. */
  readonly textId: number | null
}

/** A request that has passed every check that needs no database. */
export interface PreparedRequest {
  readonly clientId: number
  readonly atomic: boolean
  readonly bulkId: string | undefined
  readonly rows: readonly AcceptRow[]
  /**
   * One for each destination in order; those with a row are answered as accepted unless the database says otherwise.
   */
  readonly entries: SubmitEntry[]
}

export interface ChosenChannel extends LinkBases {
  readonly channelId: number
  readonly address: string
  readonly outgoingNumber?: string | null
}

export interface PrepareTools {
  readonly now: number
  readonly defaultValiditySeconds: number
  /** The channel for a `from`, or undefined when the client has none enabled. */
  channelFor(from: string | undefined): ChosenChannel | undefined
  routeFor(to: string, message: RoutedMessage): string
  /** What links in texts consist of. */
  linkSite(): LinkSite
  takeIds(count: number): Promise<readonly number[]>
  generateMessageId(smsId: number, acceptedAt: number): string
  /** Opted-out recipients get it as well. Absent: they do not. */
  readonly isUnblocked?: boolean
  /** Called with the number of parts of the request before much work is done for it. Throws when there are too many. */
  admit?(clientId: number, parts: number): void
}

/** A destination that goes out, before it has an id. */
interface Candidate {
  readonly template: Template
  readonly recipient: string
  readonly messageId: string | null
  readonly entry: number
}

/**
 * Normalises numbers, counts parts, chooses channels and assigns ids. Throws the errors that refuse the request as a
 * whole.
 */
export async function prepareRequest(
  principal: Principal,
  request: SubmitRequest,
  tools: PrepareTools,
): Promise<PreparedRequest> {
  if ((request.bulkId?.length ?? 0) > MAX_ID_LENGTH) throw bulkIdTooLong()
  const bulkId = request.bulkId ?? (formsBulk(request, tools.now) ? randomUUID() : undefined)
  const entries: SubmitEntry[] = []
  const candidates: Candidate[] = []
  const turn = new Turn()
  const texts = await measureTexts(principal, request, tools)
  tools.admit?.(principal.clientId, countParts(request, texts))
  for (const [index, message] of request.messages.entries()) {
    const text = texts[index] as RecipientText
    const common = makeTemplate(principal, request, message, bulkId, tools)
    const templateFor = completeTemplates(common, tools)
    for (const destination of message.destinations) {
      if (turn.isOver) await turn.giveWay()
      const recipient = normaliseNumber(destination.to, request.numbers, principal.country)
      const measure = text.measureFor(recipient)
      if (measure.excess !== undefined && request.atomic) throw messageTooLong(index, measure.excess)
      const refusal = measure.excess !== undefined ? 'too-long' : recipient === undefined ? 'bad-number' : undefined
      if (refusal === undefined) {
        const to = recipient as string
        const messageId = destination.messageId ?? null
        candidates.push({ template: templateFor(to, measure), recipient: to, messageId, entry: entries.length })
      }
      entries.push(refusedEntry(recipient ?? destination.to, common, measure, destination.messageId, refusal))
    }
  }
  const rows = await identify(candidates, entries, tools)
  return { clientId: principal.clientId, atomic: request.atomic, bulkId, rows, entries }
}

/** Throws for the first text of an atomic request that is too long. */
async function measureTexts(
  principal: Principal,
  request: SubmitRequest,
  tools: PrepareTools,
): Promise<readonly RecipientText[]> {
  const turn = new Turn()
  const texts: RecipientText[] = []
  for (const [index, message] of request.messages.entries()) {
    if (turn.isOver) await turn.giveWay()
    const text = recipientText(message, () => linkOwner(principal, message, tools))
    if (text.excess !== undefined && request.atomic) throw messageTooLong(index, text.excess)
    texts.push(text)
  }
  return texts
}

function linkOwner({ clientId }: Principal, message: SubmitMessage, tools: PrepareTools) {
  return { clientId, bases: channelOf(message, tools), site: tools.linkSite() }
}

/** Counts links at the length they have for the longest number. */
function countParts(request: SubmitRequest, texts: readonly RecipientText[]): number {
  let parts = 0
  for (const [index, { destinations }] of request.messages.entries())
    parts += (texts[index] as RecipientText).mostParts * destinations.length
  return parts
}

function channelOf({ from }: SubmitMessage, tools: PrepareTools): ChosenChannel {
  const channel = tools.channelFor(from)
  if (channel === undefined) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
  return channel
}

function makeTemplate(
  principal: Principal,
  request: SubmitRequest,
  message: SubmitMessage,
  bulkId: string | undefined,
  tools: PrepareTools,
): CommonTemplate {
  const channel = channelOf(message, tools)
  const form = receiptFormOf(message)
  const sendAt = message.sendAt !== undefined && message.sendAt.getTime() > tools.now ? message.sendAt.getTime() : null
  return {
    clientId: principal.clientId,
    userId: principal.userId,
    channelId: channel.channelId,
    sender: senderOf(channel),
    priority: principal.priority ?? request.priority,
    flash: message.flash ?? false,
    receiptWebhook: message.receiptWebhook ?? true,
    notifyFormat: notifyCode(message),
    origin: request.origin,
    bulkId: bulkId ?? null,
    reference: message.reference ?? null,
    notifyUrl: message.notifyUrl ?? null,
    notifyInstance: form?.instance ?? null,
    notifyContext: form?.context ?? null,
    acceptedAt: tools.now,
    sendAt,
    validitySeconds: message.validitySeconds ?? tools.defaultValiditySeconds,
    pushOn: pushCode(message.push),
    pushContext: message.push?.context ?? null,
    pushGroup: message.push?.sharedId ? {} : null,
    isUnblocked: tools.isUnblocked ?? false,
  }
}

/** How the interface writes the receipts itself; only when they go to a URL of the message. */
function receiptFormOf({ notifyFormat, notifyUrl }: SubmitMessage): ReceiptForm | undefined {
  return typeof notifyFormat === 'object' && notifyUrl !== undefined ? notifyFormat : undefined
}

/** Creates the function that finds a recipient's template: one for each route that recipients of the same text take. */
function completeTemplates(
  common: CommonTemplate,
  tools: PrepareTools,
): (recipient: string, text: MeasuredMessage) => Template {
  const byRoute = new Map<string, Template>()
  let last: MeasuredMessage | undefined
  let unrouted = { ...common, body: '', encoding: 0, parts: 0, userDataHeader: null as string | null }
  return (to, text) => {
    if (text !== last) {
      const { body, parts, userDataHeader } = text
      unrouted = { ...common, body, encoding: ENCODING_CODES[text.encoding], parts, userDataHeader }
      byRoute.clear()
      last = text
    }
    const route = tools.routeFor(to, unrouted)
    let found = byRoute.get(route)
    if (found === undefined) {
      found = { ...unrouted, route }
      byRoute.set(route, found)
    }
    return found
  }
}

/** The entry of a destination; without a refusal it is overwritten once the destination has its id. */
function refusedEntry(
  to: string,
  { sender }: CommonTemplate,
  { parts }: MeasuredMessage,
  messageId: string | undefined,
  refusal: MessageState | undefined,
): SubmitEntry {
  return {
    to,
    from: sender,
    messageId: messageId ?? randomIdFor(refusal),
    smsId: 0,
    parts,
    state: refusal ?? 'queued',
    acceptedAt: null,
  }
}

/**
 * A refused destination was never stored, so its generated id refers to nothing; it is only there because answers carry
 * one.
 */
function randomIdFor(refusal: MessageState | undefined): string {
  return refusal === undefined ? '' : randomUUID()
}

async function identify(
  candidates: readonly Candidate[],
  entries: SubmitEntry[],
  tools: PrepareTools,
): Promise<readonly AcceptRow[]> {
  if (candidates.length === 0) return []
  const ids = await tools.takeIds(candidates.length)
  const textIdOf = sharedTexts(candidates.map(({ template }) => template.body))
  const turn = new Turn()
  const rows: AcceptRow[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (turn.isOver) await turn.giveWay()
    const smsId = ids[index] as number
    const { template } = candidate
    entries[candidate.entry] = {
      to: candidate.recipient,
      from: template.sender,
      messageId: candidate.messageId ?? tools.generateMessageId(smsId, template.acceptedAt),
      smsId,
      parts: template.parts,
      state: template.sendAt === null ? 'queued' : 'scheduled',
      acceptedAt: new Date(template.acceptedAt),
    }
    rows.push({ smsId, ...candidate, textId: textIdOf(template.body, smsId) })
  }
  return rows
}

/** Limit for ids that clients supply: an index entry has to hold them. */
const MAX_ID_LENGTH = 200

function bulkIdTooLong(): GatewayError {
  const text = `must have at most ${MAX_ID_LENGTH} characters`
  return new GatewayError('invalid', 'bad-bulk-id', `bulkId ${text}`, { details: { bulkId: text } })
}

function messageTooLong(index: number, text: string): GatewayError {
  return new GatewayError('invalid', 'message-too-long', text, { details: { [`messages[${index}].text`]: text } })
}
