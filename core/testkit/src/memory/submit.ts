import {
  type Clock,
  GatewayError,
  isRequestId,
  PRIORITIES,
  type Principal,
  type RichContent,
  type StateChange,
  type SubmitEntry,
  type SubmitMessage,
  type SubmitRequest,
  type SubmitResult,
} from '@heliograph/contracts'
import {
  type AskedRequest,
  checkContent,
  checkDeliveryWindow,
  checkSpeedLimit,
  createOpenHours,
  departure,
  formsBulk,
  keptMetadata,
  type MeasuredMessage,
  type MessageTerms,
  mapInSlices,
  normaliseNumber,
  type OutgoingChannel,
  type QuietCheck,
  recipientText,
  requireOneMessage,
  senderOf,
  stateChanged,
  TimeSlice,
} from '@heliograph/messaging'
import type { Accounts } from './accounts.ts'
import type { HooksDouble } from './hooks.ts'
import type { Messages, PushWish, StoredMessage } from './messages.ts'
import { parseAmount } from './money.ts'
import type { MemoryState } from './state-store.ts'
import { storableText } from './storable-text.ts'
import { DEFAULT_ROUTE, newStoredMessage } from './stored-message.ts'

/** What accepting needs from the rest of the double. */
export interface SubmitDependencies {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: Messages
  readonly hooks: Pick<HooksDouble, 'accept' | 'route'>
  readonly state: Pick<MemoryState, 'exchange'>
  isOptedOut(clientId: number, mobile: string): boolean
  hasBlob(clientId: number, blobId: string): boolean
  nextSmsId(): number
  nextUuid(): string
}

const HEXADECIMAL = /^(?:[0-9a-f]{2})+$/i
const MAX_CONTEXT = 1_000

/** One destination on its way through the checks; `id` is what the client supplied. */
interface Draft {
  readonly message: SubmitMessage
  readonly channel: OutgoingChannel
  readonly to: string
  readonly id: string | undefined
  readonly measure: MeasuredMessage
  /** What hooks have settled. */
  readonly terms: MessageTerms | undefined
  /** When it is to go; undefined: when it was sent to go. */
  readonly heldUntil: Date | undefined
  /** There is no time at which it may go. */
  readonly never: boolean
}

type Verdict =
  | { readonly draft: Draft; readonly kind: 'accepted'; readonly price: bigint }
  | { readonly draft: Draft; readonly kind: 'resend'; readonly first: StoredMessage | Draft }
  | {
      readonly draft: Draft
      readonly kind: 'refused'
      readonly state: 'bad-number' | 'opted-out' | 'duplicate' | 'too-long' | 'no-credit' | 'expired'
    }

/**
 * `Submissions.submit` in memory: runs all checks first, then stores everything or, if a check throws, nothing. It
 * gives way, so callers must not let requests mix.
 */
export async function submitInMemory(
  deps: SubmitDependencies,
  principal: Principal,
  given: SubmitRequest,
  change?: StateChange,
): Promise<SubmitResult> {
  assertContract(given)
  if (change !== undefined) assertOneMessage(given)
  const { request, terms } = await deps.hooks.accept({ principal, request: given })
  if (request.speedLimit !== undefined) checkSpeedLimit(request.speedLimit)
  const slice = new TimeSlice()
  const endFor = quietEndOf(deps, principal, request)
  const drafts = await draftsOf(deps, principal, { request, terms }, slice, endFor)
  const routeOf = await routesOf(deps, principal, request, drafts)
  if (slice.isOver) await slice.rest()
  const verdicts = judge(deps, principal, request, drafts)
  const bulkId =
    request.bulkId ??
    (endFor !== undefined || hasWindow(request) || request.speedLimit || formsBulk(request, deps.clock.now())
      ? deps.nextUuid()
      : undefined)
  const stored = new Map<Draft, StoredMessage>()
  const shared = new Map<SubmitMessage, number>()
  const entryFor = (verdict: Verdict): SubmitEntry => {
    if (verdict.kind === 'refused')
      return refusedEntry(verdict.draft, verdict.state, verdict.draft.id ?? deps.nextUuid())
    if (verdict.kind === 'resend') {
      const first = 'smsId' in verdict.first ? verdict.first : (stored.get(verdict.first) as StoredMessage)
      return entryOf(first)
    }
    const { draft, price } = verdict
    const message = storedMessage(deps, principal, request, { bulkId, draft, price, route: routeOf(draft) }, shared)
    const entry = entryOf(message)
    if (change !== undefined) exchange(deps, change, entry)
    deps.accounts.debit(principal.clientId, verdict.price)
    deps.messages.insert(message)
    stored.set(verdict.draft, message)
    return entry
  }
  return { bulkId, entries: await mapInSlices(verdicts, entryFor) }
}

/**
 * The double is stricter than the engine needs to be, so that an adapter that breaks the contract fails its own test.
 */
function assertContract(request: SubmitRequest): void {
  const broken = (what: string) => {
    throw new TypeError(`submit() was called against its contract: ${what}`)
  }
  if (request.messages.length === 0) broken('no messages')
  if (request.requestId !== undefined && !isRequestId(request.requestId)) broken(`request id ${request.requestId}`)
  if (!Object.values(PRIORITIES).includes(request.priority)) broken(`priority ${request.priority}`)
  for (const [index, message] of request.messages.entries()) {
    if (typeof message.text !== 'string' || message.text === '') broken(`messages[${index}].text is empty`)
    if (message.destinations.length === 0) broken(`messages[${index}] has no destinations`)
    if (message.sendAt && Number.isNaN(message.sendAt.getTime())) broken(`messages[${index}].sendAt is no date`)
    if (message.encoding === 'binary' && !HEXADECIMAL.test(message.text)) broken('octets that are not hexadecimal')
    if (!HEXADECIMAL.test(message.userDataHeader ?? '00')) broken('a header that is not hexadecimal')
    if ((message.push?.context.length ?? 0) > MAX_CONTEXT) broken('a push context that is too long')
    const { notifyFormat } = message
    if (typeof notifyFormat === 'object' && notifyFormat.context.length > MAX_CONTEXT)
      broken('a context for receipts that is too long')
    for (const { messageId } of message.destinations) {
      if (messageId !== undefined && (messageId.length < 1 || messageId.length > 200))
        broken('a messageId of bad length')
    }
  }
}

function assertOneMessage({ messages }: SubmitRequest): void {
  const destinations = messages.flatMap((message) => message.destinations)
  requireOneMessage(destinations.length, destinations[0]?.messageId)
}

/** Throws `conflict`/`state-changed`. */
function exchange({ state }: SubmitDependencies, change: StateChange, message: SubmitEntry): void {
  const { instanceId, expected } = change
  if (!state.exchange(instanceId, expected, change.entryFor(message))) throw stateChanged()
}

function judge(
  deps: SubmitDependencies,
  principal: Principal,
  request: SubmitRequest,
  drafts: readonly ReadDraft[],
): readonly Verdict[] {
  const perPart = deps.accounts.price(principal.clientId)
  const credit = deps.accounts.credit(principal.clientId)
  let left = credit === null ? undefined : parseAmount(credit)
  const pending = new Map<string, Draft>()
  const verdicts = drafts.map(({ draft, isNumber }): Verdict => {
    if (draft.measure.excess) return { draft, kind: 'refused', state: 'too-long' }
    if (!isNumber) return { draft, kind: 'refused', state: 'bad-number' }
    if (hasExpired(deps, draft)) return { draft, kind: 'refused', state: 'expired' }
    const first = draft.id === undefined ? undefined : known(deps, principal, pending, draft.id)
    if (first)
      return isSame(first, draft) ? { draft, kind: 'resend', first } : { draft, kind: 'refused', state: 'duplicate' }
    if (deps.isOptedOut(principal.clientId, draft.to)) return { draft, kind: 'refused', state: 'opted-out' }
    const ownPrice = draft.terms?.pricePerPart
    const price = (ownPrice === undefined ? perPart : parseAmount(ownPrice)) * BigInt(draft.measure.parts)
    if (left !== undefined && price > left) {
      if (request.atomic) throw new GatewayError('forbidden', 'no-credit', 'Not enough credit for this request')
      return { draft, kind: 'refused', state: 'no-credit' }
    }
    if (left !== undefined) left -= price
    if (draft.id !== undefined) pending.set(draft.id, draft)
    return { draft, kind: 'accepted', price }
  })
  return verdicts
}

interface ReadDraft {
  readonly draft: Draft
  readonly isNumber: boolean
}

/** Reads the numbers, which takes long. */
async function draftsOf(
  deps: SubmitDependencies,
  principal: Principal,
  { request, terms }: AskedRequest,
  slice: TimeSlice,
  endFor: QuietCheck['endFor'] | undefined,
): Promise<readonly ReadDraft[]> {
  const drafts: ReadDraft[] = []
  for (const [index, message] of request.messages.entries()) {
    if (message.content !== undefined) checkOwnContent(deps, principal, message.content, index)
    const channel = deps.accounts.channelFor(principal, message.from)
    if (!channel) throw new GatewayError('forbidden', 'no-channel', 'No enabled channel to send from')
    keptMetadata(message.metadata)
    const text = recipientText(message, () => deps.accounts.linkOwner(channel))
    for (const { to: raw, messageId } of message.destinations) {
      if (slice.isOver) await slice.rest()
      const number = normaliseNumber(raw, request.numbers, principal.country)
      const measure = text.measureFor(number)
      if (request.atomic && measure.excess) {
        const details = { [`messages[${index}].text`]: measure.excess }
        throw new GatewayError('invalid', 'message-too-long', measure.excess, { details })
      }
      const at = goesAt(deps, message)
      const time = number === undefined ? at : departureOf(message, at, (moment) => endFor?.(number, moment))
      const heldUntil = time === undefined || time === at ? undefined : new Date(time)
      const never = time === undefined
      const draft = {
        message,
        channel,
        to: number ?? raw,
        id: messageId,
        measure,
        terms: terms?.[index],
        heldUntil,
        never,
      }
      drafts.push({ draft, isNumber: number !== undefined })
    }
  }
  return drafts
}

function checkOwnContent(deps: SubmitDependencies, { clientId }: Principal, content: RichContent, index: number): void {
  checkContent(content, index)
  if (content.kind !== 'media' || !('blobId' in content.source)) return
  if (deps.hasBlob(clientId, content.source.blobId)) return
  throw new GatewayError('invalid', 'bad-content', 'The content names a blob that the client does not have')
}

/** The route of each draft, by hooks where they have a say. */
async function routesOf(
  { hooks }: SubmitDependencies,
  { clientId, priority: own }: Principal,
  { origin, priority }: SubmitRequest,
  drafts: readonly ReadDraft[],
): Promise<(draft: Draft) => string> {
  const asked = drafts
    .filter(({ draft, isNumber }) => isNumber && !draft.measure.excess && draft.terms?.route === undefined)
    .map(({ draft }) => draft)
  const messages = asked.map(({ channel, measure, to }) => ({
    clientId,
    origin,
    from: senderOf(channel),
    to,
    parts: measure.parts,
    priority: own ?? priority,
    route: DEFAULT_ROUTE,
  }))
  const routes = messages.length === 0 ? [] : await hooks.route(messages)
  const chosen = new Map(asked.map((draft, index) => [draft, routes[index]]))
  return (draft) => draft.terms?.route ?? chosen.get(draft) ?? DEFAULT_ROUTE
}

function hasWindow({ messages }: SubmitRequest): boolean {
  return messages.some(({ deliveryWindow }) => deliveryWindow !== undefined)
}

/** Undefined: quiet hours do not hold the request. */
function quietEndOf(
  { accounts }: SubmitDependencies,
  principal: Principal,
  { origin, isReply, ...request }: SubmitRequest,
): QuietCheck['endFor'] | undefined {
  const quiet = accounts.quietOf(principal.clientId)
  return quiet?.holds({ origin, isReply, priority: principal.priority ?? request.priority }) ? quiet.endFor : undefined
}

/** When a message goes that may be held from a moment on; undefined: never. */
function departureOf(
  { deliveryWindow }: SubmitMessage,
  at: number,
  quietEnd: (moment: number) => number | undefined,
): number | undefined {
  if (deliveryWindow === undefined) return quietEnd(at) ?? at
  checkDeliveryWindow(deliveryWindow)
  return departure(at, quietEnd, createOpenHours(deliveryWindow))
}

/** When a message goes that nothing holds. */
function goesAt({ clock }: SubmitDependencies, { sendAt }: SubmitMessage): number {
  return Math.max(sendAt?.getTime() ?? 0, clock.now())
}

/** Whether the validity of a message ends before it may go. */
function hasExpired(deps: SubmitDependencies, { heldUntil, message, never }: Draft): boolean {
  if (never) return true
  if (heldUntil === undefined || message.validitySeconds === undefined) return false
  return heldUntil.getTime() - goesAt(deps, message) >= message.validitySeconds * 1_000
}

function known(deps: SubmitDependencies, principal: Principal, pending: ReadonlyMap<string, Draft>, id: string) {
  return deps.messages.byMessageId(principal.clientId, id) ?? pending.get(id)
}

function isSame(first: StoredMessage | Draft, draft: Draft): boolean {
  const text = 'smsId' in first ? first.text : first.measure.body
  return first.to === draft.to && storableText(text) === storableText(draft.measure.body)
}

function refusedEntry(draft: Draft, state: SubmitEntry['state'], messageId: string): SubmitEntry {
  const { channel, measure, to } = draft
  return { to, from: senderOf(channel), messageId, smsId: 0, parts: measure.parts, state, acceptedAt: null }
}

function entryOf(message: StoredMessage): SubmitEntry {
  const { to, from, messageId, smsId, parts, state, acceptedAt } = message
  return { to, from, messageId, smsId, parts, state, acceptedAt }
}

/** A draft that has passed the checks, and what it is stored with. */
interface AcceptedDraft {
  readonly bulkId: string | undefined
  readonly draft: Draft
  readonly price: bigint
  readonly route: string
}

function storedMessage(
  deps: SubmitDependencies,
  principal: Principal,
  request: SubmitRequest,
  { bulkId, draft, price, route }: AcceptedDraft,
  shared: Map<SubmitMessage, number>,
): StoredMessage {
  const { channel, heldUntil, id, measure, to } = draft
  const message = heldUntil === undefined ? draft.message : { ...draft.message, sendAt: heldUntil }
  const smsId = deps.nextSmsId()
  return newStoredMessage({
    smsId,
    messageId: id,
    bulkId,
    principal,
    origin: request.origin,
    requestId: request.requestId,
    priority: request.priority,
    speedLimit: request.speedLimit,
    message,
    from: senderOf(channel),
    channelId: channel.channelId,
    to,
    measure,
    price,
    route,
    now: deps.clock.now(),
    pushWishes: pushWishesOf(draft.message, smsId, shared),
  })
}

/** The receipts of a text with a shared id all carry that of its first accepted destination. */
function pushWishesOf(message: SubmitMessage, smsId: number, shared: Map<SubmitMessage, number>): readonly PushWish[] {
  const { push } = message
  if (!push) return []
  if (!push.sharedId) return [{ smsId, request: push }]
  const first = shared.get(message) ?? smsId
  shared.set(message, first)
  return [{ smsId: first, request: push }]
}
