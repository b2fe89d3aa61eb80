import { randomUUID } from 'node:crypto'
import {
  GatewayError,
  type MessageState,
  type SpeedLimit,
  type SubmitEntry,
  type SubmitRequest,
} from '@heliograph/contracts'
import {
  formsBulk,
  type KnownWindows,
  type LinkSite,
  type MeasuredMessage,
  normaliseNumber,
  type RecipientText,
  recipientText,
  TimeSlice,
} from '@heliograph/messaging'
import type { LinkWriter } from '../../accounts/short-links.ts'
import type { EntryChange } from '../../accounts/state/state-statements.ts'
import type { BulkName } from '../../outbound/bulks/bulk-name.ts'
import { heldTemplates } from './held-templates.ts'
import { type HookedTools, hasSay, hookedRoutes } from './prepare-routes.ts'
import { sharedTexts } from './shared-texts.ts'
import {
  type CommonTemplate,
  channelOf,
  completeTemplates,
  makeTemplate,
  type RouteFor,
  type Submitter,
  type Template,
  type TemplateTools,
} from './template.ts'

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
  /** What is stored with it; absent: nothing. */
  readonly change?: EntryChange | undefined
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

export interface PrepareTools extends TemplateTools, HookedTools {
  /** Writes the links in the texts of a request. */
  linkWriter(): LinkWriter
  /** Absent: no message has a delivery window. */
  readonly windows?: KnownWindows
  /** Gives a bulk a speed limit and resolves with the id of that. Absent: no bulk has one. */
  limitSpeed?(bulk: BulkName, limit: SpeedLimit): Promise<number>
  /** The id of the limit that an earlier request has given a bulk; null: none. Absent: no bulk has one. */
  knownSpeed?(bulk: BulkName): Promise<number | null>
  takeIds(count: number): Promise<readonly number[]>
  generateMessageId(smsId: number, acceptedAt: number): string
  /** Called with the number of parts of the request before much work is done for it. Throws when there are too many. */
  admit?(clientId: number, parts: number): void
}

/** A destination that goes out, before it has an id. */
type Candidate = Omit<AcceptRow, 'smsId' | 'textId'>

/**
 * Normalises numbers, counts parts, chooses channels and assigns ids. Throws the errors that refuse the request as a
 * whole.
 */
export async function prepareRequest(
  principal: Submitter,
  request: SubmitRequest,
  tools: PrepareTools,
): Promise<PreparedRequest> {
  if ((request.bulkId?.length ?? 0) > MAX_ID_LENGTH) throw bulkIdTooLong()
  const mayWait = tools.quietEnd !== undefined
  const { speedLimit } = request
  const formsOne =
    mayWait || speedLimit !== undefined || request.messages.some(({ deliveryWindow }) => deliveryWindow !== undefined)
  const bulkId = request.bulkId ?? (formsOne || formsBulk(request, tools.now) ? randomUUID() : undefined)
  const entries: SubmitEntry[] = []
  const candidates: Candidate[] = []
  const slice = new TimeSlice()
  let links = undefined as LinkWriter | undefined
  const siteOf = () => {
    links ??= tools.linkWriter()
    return links.site
  }
  const texts = await measureTexts(principal, request, tools, siteOf)
  tools.admit?.(principal.clientId, countParts(request, texts))
  const speed = speedOf(principal, request, bulkId, tools)
  const speedId = speed === undefined ? null : await speed
  const routes = hasSay(tools) ? await hookedRoutes(principal, request, texts, tools) : undefined
  for (const [index, message] of request.messages.entries()) {
    const text = texts[index] as RecipientText
    const pricePerPart = tools.terms?.[index]?.pricePerPart
    const common = makeTemplate(principal, request, message, { bulkId, speedId, pricePerPart }, tools)
    const routing = routes === undefined ? tools : { quietEnd: tools.quietEnd, routeFor: routes[index] as RouteFor }
    const hours = message.deliveryWindow && tools.windows?.ofWindow(message.deliveryWindow)
    const templateFor =
      mayWait || hours !== undefined
        ? heldTemplates(common, message.validitySeconds, hours, routing)
        : completeTemplates(common, routing)
    for (const destination of message.destinations) {
      if (slice.isOver) await slice.rest()
      const recipient = normaliseNumber(destination.to, request.numbers, principal.country)
      const measure = text.measureFor(recipient)
      if (measure.excess !== undefined && request.atomic) throw messageTooLong(index, measure.excess)
      const refusal = measure.excess !== undefined ? 'too-long' : recipient === undefined ? 'bad-number' : undefined
      const to = recipient ?? destination.to
      const template = refusal === undefined ? templateFor(to, measure) : undefined
      const messageId = destination.messageId ?? null
      if (template !== undefined) candidates.push({ template, recipient: to, messageId, entry: entries.length })
      const state = template === undefined ? (refusal ?? 'expired') : undefined
      entries.push(refusedEntry(to, common, measure, destination.messageId, state))
    }
  }
  const rows = await identify(candidates, entries, tools)
  await links?.keep()
  return { clientId: principal.clientId, atomic: request.atomic, bulkId, rows, entries }
}

/**
 * The limit of the request's own, or that of the bulk which it names. Undefined: neither, so that there is nothing to
 * wait for, which would let others pass.
 */
function speedOf(
  { clientId }: Submitter,
  request: SubmitRequest,
  bulkId: string | undefined,
  tools: Pick<PrepareTools, 'limitSpeed' | 'knownSpeed'>,
): Promise<number | null> | undefined {
  if (bulkId === undefined) return undefined
  if (request.speedLimit !== undefined) return tools.limitSpeed?.({ clientId, bulkId }, request.speedLimit)
  return request.bulkId !== undefined ? tools.knownSpeed?.({ clientId, bulkId }) : undefined
}

/** Throws for the first text of an atomic request that is too long. */
async function measureTexts(
  { clientId }: Submitter,
  request: SubmitRequest,
  tools: PrepareTools,
  siteOf: () => LinkSite,
): Promise<readonly RecipientText[]> {
  const slice = new TimeSlice()
  const texts: RecipientText[] = []
  for (const [index, message] of request.messages.entries()) {
    if (slice.isOver) await slice.rest()
    const text = recipientText(message, () => ({ clientId, bases: channelOf(message, tools), site: siteOf() }))
    if (text.excess !== undefined && request.atomic) throw messageTooLong(index, text.excess)
    texts.push(text)
  }
  return texts
}

/** Counts links at the length they have for the longest number. */
function countParts(request: SubmitRequest, texts: readonly RecipientText[]): number {
  let parts = 0
  for (const [index, { destinations }] of request.messages.entries())
    parts += (texts[index] as RecipientText).mostParts * destinations.length
  return parts
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
  const slice = new TimeSlice()
  const rows: AcceptRow[] = []
  for (const [index, candidate] of candidates.entries()) {
    if (slice.isOver) await slice.rest()
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
    rows.push({
      smsId,
      template,
      recipient: candidate.recipient,
      messageId: candidate.messageId,
      entry: candidate.entry,
      textId: textIdOf(template.body, smsId),
    })
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
