import {
  GatewayError,
  isGatewayError,
  type Logger,
  type Principal,
  type Reports,
  type StateChange,
  type Submissions,
} from '@heliograph/contracts'
import type { QueuePlatformConfig } from './config.ts'
import type { DateFormat } from './dates.ts'
import { type Decision, decide, isVisitEvent } from './decide.ts'
import type { VisitEvent } from './event.ts'
import type { Notice } from './notices.ts'
import { acceptedAnswer, findSent, notSent, type Sent, sendText } from './send.ts'
import { fillTemplate } from './template.ts'
import { valuesOf } from './values.ts'
import { type KeptVisit, NO_VISIT, type Visit, type Visits } from './visits.ts'

export interface EventContext {
  readonly config: QueuePlatformConfig
  readonly logger: Logger
  readonly submissions: Submissions
  readonly reports: Reports
  readonly visits: Visits
  readonly formatDate: DateFormat
  /** The request that brings the event. */
  readonly requestId: string
}

/**
 * Events of one visit that come at the same time take turns; an event loses its turn only when another one takes it.
 */
const MAX_TRIES = 20

/**
 * Carries out an event and resolves with the text of the answer when everything is stored. Throws what the services
 * throw; the same event may then come again, and its text is not sent twice.
 */
export async function handleEvent(context: EventContext, principal: Principal, event: VisitEvent): Promise<string> {
  if (!isVisitEvent(event)) {
    const { logger, requestId } = context
    logger.info({ requestId, eventType: event.type.slice(0, 100) }, 'queue event without a text')
    return notSent('no text belongs to this type of event').answer
  }
  const { type, visitKey } = event
  if (visitKey === undefined) return sendAlone(context, principal, event)
  const find = () => context.visits.find(principal.clientId, visitKey)
  // Nearly always nothing is kept of a new visit; if something is, the first try changes nothing.
  let visit = type === 'visit.created' ? NO_VISIT : await find()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    try {
      return await takeStep(context, principal, { event, visitKey, visit })
    } catch (error) {
      if (!isOvertaken(error)) throw error
      visit = await find()
    }
  }
  throw new GatewayError('unavailable', 'visit-busy', 'Too many events of this visit at the same time')
}

/** Whether another event of the visit was faster and has to be taken into account first; nothing has changed then. */
function isOvertaken(error: unknown): boolean {
  return isGatewayError(error) && error.code === 'state-changed'
}

interface Step {
  readonly event: VisitEvent
  readonly visitKey: string
  readonly visit: KeptVisit
}

async function takeStep(context: EventContext, principal: Principal, step: Step): Promise<string> {
  const { event, visitKey, visit } = step
  const known = event.key === undefined ? undefined : visit.outcomes[event.key]
  if (known !== undefined) return 'answer' in known ? known.answer : sendAgain(context, principal, step, known.notice)
  const decision = decideBy(context, event, visit.state)
  const { state, notice, reason } = decision
  if (notice === undefined) return keepRefusal(context, principal, step, state, notSent(reason))
  // The text and what is kept of it are stored in one commit: no other event sends it as well, and none is lost.
  const change = context.visits.changeOf(principal.clientId, visitKey, visit, (message) =>
    visitAfter(step, state, acceptedAnswer(message)),
  )
  const sent = await sendNotice(context, principal, event, notice, { change })
  return sent.isAccepted ? sent.answer : keepRefusal(context, principal, step, state, sent)
}

/** Keeps why nothing was sent. */
async function keepRefusal(
  { visits }: EventContext,
  { clientId }: Principal,
  step: Step,
  state: string,
  { answer }: Sent,
): Promise<string> {
  await visits.replace(clientId, step.visitKey, step.visit, visitAfter(step, state, answer))
  return answer
}

/** What is kept of a visit after an event. */
function visitAfter({ event, visit }: Step, state: string, answer: string): Visit {
  const { outcomes } = visit
  return { state, outcomes: event.key === undefined ? outcomes : { ...outcomes, [event.key]: { answer } } }
}

/** Of an event without any id nothing is kept. */
async function sendAlone(context: EventContext, principal: Principal, event: VisitEvent): Promise<string> {
  const { notice, reason } = decideBy(context, event, undefined)
  return notice === undefined
    ? notSent(reason).answer
    : (await sendNotice(context, principal, event, notice, {})).answer
}

/**
 * Goes on with an event of which an earlier release kept the text before it sent that, under an id made from that of
 * the event.
 */
async function sendAgain(context: EventContext, principal: Principal, step: Step, notice: Notice): Promise<string> {
  const { event, visit } = step
  const messageId = `queue-${event.key}`
  const sent =
    (await findSent(context.reports, principal, messageId)) ??
    (await sendNotice(context, principal, event, notice, { messageId }))
  return sent.isAccepted ? sent.answer : keepRefusal(context, principal, step, visit.state ?? event.state, sent)
}

function decideBy({ config }: EventContext, event: VisitEvent, last: string | undefined): Decision {
  return decide(event, last, config.cancelledTag)
}

async function sendNotice(
  { config, submissions, formatDate, requestId }: EventContext,
  principal: Principal,
  { phone, data }: VisitEvent,
  notice: Notice,
  how: { readonly messageId?: string; readonly change?: StateChange },
): Promise<Sent> {
  if (phone === '') return notSent('the visit has no phone number')
  const text = fillTemplate(config.texts[notice], valuesOf(data, principal.clientName, formatDate))
  return sendText(submissions, principal, { phone, text, messageId: how.messageId, requestId }, how.change)
}
