import {
  incomingInstanceOf,
  incomingJsonBody,
  type SubscriptionEvent,
  subscriptionJsonBody,
} from '@heliograph/messaging'
import type { ErasedContacts } from '../accounts/erased-contacts.ts'
import { type ContactKey, changeTo, contactSlot, findOptedOut, writeContacts } from '../contacts/contacts.ts'
import { afterTransaction, type Transaction } from '../database/database.ts'
import type { PushTools } from '../notify/sessions/push-tools.ts'
import { keepIncoming } from '../notify/webhooks/kept-notice.ts'
import { storeWebhooks } from '../notify/webhooks/store-webhooks.ts'
import { type NewWebhook, NO_OTHERS } from '../notify/webhooks/webhook.ts'
import {
  decideSteps,
  type KeywordOutcome,
  type KeywordRequest,
  readKeyword,
  type WebhookDraft,
} from './decide-steps.ts'
import { contactOf, type IncomingSubject, loadSubjects } from './incoming-subject.ts'
import { findEarlier, type IncomingStep, keepSteps, lockWork } from './incoming-work.ts'
import { noteConversations } from './note-conversations.ts'

export interface WorkTools extends Omit<PushTools, 'outbox'> {
  /** The country by which numbers are read for a client that has none of its own. */
  readonly defaultCountry: string
  readonly erased: Pick<ErasedContacts, 'remove' | 'among'>
}

/** An incoming SMS with steps that are left to do. */
export interface LeftWork {
  readonly subject: IncomingSubject
  /** Undefined: an alphanumeric sender. */
  readonly contact: string | undefined
  readonly steps: readonly IncomingStep[]
  /** What its webhook replied to the contact; null: nothing. */
  readonly reply: string | null
}

/** An incoming SMS by which a contact asks for something. */
interface Asking extends KeywordRequest {
  readonly subject: IncomingSubject
  readonly contact: ContactKey
}

/**
 * Does what incoming SMS set off in the database (the status of their contacts, with an audit row, webhooks, their
 * conversations) and records what is left to do. Does all of it or nothing. Running it again does nothing. Resolves
 * with what is left, by id.
 */
export async function workOnIncoming(
  tx: Transaction,
  tools: WorkTools,
  incomingIds: readonly number[],
): Promise<ReadonlyMap<number, LeftWork>> {
  const given = await take(tx, tools, incomingIds)
  const asking = given.flatMap((each) => askingOf(each) ?? [])
  const earlierIds =
    asking.length === 0
      ? []
      : await findEarlier(
          tx,
          asking.map(({ subject }) => subject.incomingId),
        )
  const earlier = await take(tx, tools, earlierIds)
  const fresh = [...given, ...earlier].filter(({ isBegun }) => !isBegun)
  const outcomes = await settleRequests(tx, tools, [...asking, ...earlier.flatMap((each) => askingOf(each) ?? [])])
  const decided = fresh.map((each) => ({
    ...each,
    ...decideSteps(each.subject, each.contact, outcomes.get(each.subject.incomingId)),
  }))
  await addWebhooks(tx, tools, decided, outcomes)
  const shown = fresh.filter(({ subject }) => subject.isShown)
  await noteConversations(
    tx,
    shown.map(({ subject, contact }) => ({ ...subject, contact })),
  )
  afterTransaction(tx, (isCommitted) => {
    if (!isCommitted) return
    for (const { subject } of shown) {
      const { clientId, channelId } = subject
      tools.changeNotes?.note({ subject: 'conversations', clientId, channelId })
    }
  })
  await keepSteps(
    tx,
    decided.map(({ subject, steps }) => ({ incomingId: subject.incomingId, steps })),
  )
  const left = [...given.filter(({ isBegun }) => isBegun), ...decided].filter(({ steps }) => steps.length > 0)
  return new Map(left.map((each) => [each.subject.incomingId, each]))
}

interface Taken extends LeftWork {
  /** Everything that is only written to the database has been done. */
  readonly isBegun: boolean
}

/** Locks and loads work. SMS that retention has deleted meanwhile need no work any more. */
async function take(tx: Transaction, tools: WorkTools, incomingIds: readonly number[]): Promise<readonly Taken[]> {
  const work = await lockWork(tx, incomingIds)
  if (work.size === 0) return []
  const subjects = await loadSubjects(tx, [...work.keys()])
  const loaded = new Set(subjects.map(({ incomingId }) => incomingId))
  const gone = [...work.keys()].filter((incomingId) => !loaded.has(incomingId))
  await keepSteps(
    tx,
    gone.map((incomingId) => ({ incomingId, steps: [] })),
  )
  return subjects.map((subject) => {
    const { steps = null, reply = null } = work.get(subject.incomingId) ?? {}
    const contact = contactOf(subject, tools.defaultCountry)
    return { subject, contact, reply, steps: steps ?? [], isBegun: steps !== null }
  })
}

/** An SMS to a disabled channel may opt out, and nothing else. */
function askingOf({ subject, contact, isBegun }: Taken): Asking | undefined {
  const request = isBegun || contact === undefined ? undefined : readKeyword(subject)
  if (request === undefined || (request.kind === 'opt-in' && !subject.isActive)) return undefined
  return { ...request, subject, contact: { clientId: subject.clientId, mobile: contact as string } }
}

/**
 * Settles the requests of contacts in the order in which they arrived, each contact once in a statement. Resolves by
 * incoming id; opt-ins of contacts that have not opted out are left out.
 */
async function settleRequests(
  tx: Transaction,
  tools: WorkTools,
  asking: readonly Asking[],
): Promise<ReadonlyMap<number, KeywordOutcome>> {
  const outcomes = new Map<number, KeywordOutcome>()
  let waiting = asking.toSorted((a, b) => a.subject.incomingId - b.subject.incomingId)
  while (waiting.length > 0) {
    const first = new Map<string, Asking>()
    for (const each of waiting) if (!first.has(contactSlot(each.contact))) first.set(contactSlot(each.contact), each)
    const round = [...first.values()]
    for (const [incomingId, outcome] of await settleRound(tx, tools, round)) outcomes.set(incomingId, outcome)
    waiting = waiting.filter((each) => !round.includes(each))
  }
  return outcomes
}

async function settleRound(
  tx: Transaction,
  tools: WorkTools,
  round: readonly Asking[],
): Promise<ReadonlyMap<number, KeywordOutcome>> {
  const joining = round.filter(({ kind }) => kind === 'opt-in')
  const contacts = joining.map(({ contact }) => contact)
  const optedOut = new Set([
    ...(await findOptedOut(tx, contacts)),
    ...(await tools.erased.among(tx, contacts)).map(contactSlot),
  ])
  const counting = round.filter(({ kind, contact }) => kind === 'opt-out' || optedOut.has(contactSlot(contact)))
  if (counting.length === 0) return new Map()
  const at = new Date(tools.clock.now())
  const written = await writeContacts(
    tx,
    tools,
    counting.map(({ kind, contact, subject }) => {
      const status = kind === 'opt-out' ? 'opted-out' : 'opted-in'
      return changeTo(status, contact, { kind: 'sms', incomingSmsId: subject.incomingId }, at)
    }),
  )
  return new Map(
    counting.map(({ kind, keyword, subject }, index) => [
      subject.incomingId,
      { kind, keyword, isNew: written[index]?.written !== undefined },
    ]),
  )
}

interface Decided {
  readonly subject: IncomingSubject
  readonly webhooks: readonly WebhookDraft[]
}

async function addWebhooks(
  tx: Transaction,
  tools: WorkTools,
  decided: readonly Decided[],
  outcomes: ReadonlyMap<number, KeywordOutcome>,
): Promise<void> {
  const drafts = decided.flatMap(({ subject, webhooks }) => webhooks.map((draft) => ({ subject, draft })))
  if (drafts.length === 0) return
  const webhookIds = await tools.ids.take(drafts.length)
  const createdAt = new Date(tools.clock.now())
  await storeWebhooks(
    tx,
    drafts.map(({ subject, draft }, index) => ({
      webhookId: webhookIds[index] as number,
      clientId: subject.clientId,
      channelId: subject.channelId,
      kind: draft.kind,
      subjectId: subject.incomingId,
      url: draft.url,
      ...contentOf(subject, draft, outcomes.get(subject.incomingId), createdAt),
      others: NO_OTHERS,
      replyKind: draft.replyKind,
      requestId: null,
      createdAt,
    })),
    tools.webhooks,
    tools.changeNotes,
  )
}

const EVENTS = { 'opt-out': 'opt_out', 'opt-in': 'opt_in' } as const satisfies Record<string, SubscriptionEvent>

/** The content of a webhook that is POSTed; the others are written when they are sent. */
function contentOf(
  subject: IncomingSubject,
  { kind, url }: WebhookDraft,
  outcome: KeywordOutcome | undefined,
  sentAt: Date,
): Pick<NewWebhook, 'contentType' | 'body' | 'form' | 'instance'> {
  const contentType = 'application/json'
  const { clientId, incomingHandler } = subject
  if (kind !== 'incoming') {
    const body = subscriptionJsonBody(EVENTS[kind], subject, outcome?.keyword ?? '', clientId, sentAt)
    return { contentType, body, form: null, instance: null }
  }
  if (incomingHandler === 'get' || incomingHandler === 'soap')
    return { contentType: '', body: '', form: incomingHandler, instance: null }
  const instance = incomingInstanceOf(incomingHandler)
  if (instance === null)
    return { contentType, body: incomingJsonBody(subject, clientId, sentAt), form: null, instance: null }
  const { incomingId, from, to, text, receivedAt } = subject
  const body = keepIncoming({ incomingId, clientId, from, to, text, receivedAt, url })
  return { contentType: '', body, form: null, instance }
}
