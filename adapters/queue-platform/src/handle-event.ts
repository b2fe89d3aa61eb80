import { GatewayError, type Logger, type Principal, type Reports, type Submissions } from '@heliograph/contracts'
import type { QueuePlatformConfig } from './config.ts'
import type { DateFormat } from './dates.ts'
import { type Decision, decide, isVisitEvent } from './decide.ts'
import type { VisitEvent } from './event.ts'
import type { Notice } from './notices.ts'
import { findSent, notSent, type Sent, sendText } from './send.ts'
import { fillTemplate } from './template.ts'
import { valuesOf } from './values.ts'
import type { KeptVisit, Outcome, Visits } from './visits.ts'

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
  const { visitKey } = event
  if (visitKey === undefined)
    return (await settle(context, principal, event, decideBy(context, event, undefined))).answer
  const { visits } = context
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const visit = await visits.find(principal.clientId, visitKey)
    const known = event.key === undefined ? undefined : visit.outcomes[event.key]
    if (known !== undefined && 'answer' in known) return known.answer
    const answer = await takeStep(context, principal, { event, visitKey, visit, known })
    if (answer !== undefined) return answer
  }
  throw new GatewayError('unavailable', 'visit-busy', 'Too many events of this visit at the same time')
}

interface Step {
  readonly event: VisitEvent
  readonly visitKey: string
  readonly visit: KeptVisit
  /** The text this event led to before, unless that was refused. */
  readonly known: { readonly notice: Notice } | undefined
}

/** Resolves with undefined when another event of the visit was faster and has to be taken into account first. */
async function takeStep(context: EventContext, principal: Principal, step: Step): Promise<string | undefined> {
  const { event, visit, known } = step
  if (known !== undefined) {
    const { notice } = known
    const sent = await findSent(context.reports, principal, messageIdOf(event) ?? '')
    return sent?.answer ?? finish(context, principal, step, { state: visit.state ?? event.state, notice, reason: '' })
  }
  const decision = decideBy(context, event, visit.state)
  const { notice } = decision
  // The decision is stored before the text is sent, so that no other event sends it as well. An event without an id
  // would not be recognised when it comes again.
  if (notice === undefined || event.key === undefined) return finish(context, principal, step, decision)
  const taken = await keep(context, principal, step, decision.state, { notice, at: context.visits.now() })
  return taken && finish(context, principal, { ...step, visit: taken }, decision)
}

async function finish(
  context: EventContext,
  principal: Principal,
  step: Step,
  decision: Decision,
): Promise<string | undefined> {
  const { answer, isAccepted } = await settle(context, principal, step.event, decision)
  const hasKey = step.event.key !== undefined
  // When the event comes again, the stored message provides the answer.
  if (isAccepted && hasKey) return answer
  const kept = await keep(context, principal, step, decision.state, { answer })
  // Without an id, a second try would send the text again.
  return kept === undefined && hasKey ? undefined : answer
}

function decideBy({ config }: EventContext, event: VisitEvent, last: string | undefined): Decision {
  return decide(event, last, config.cancelledTag)
}

function keep(
  { visits }: EventContext,
  { clientId }: Principal,
  { event, visitKey, visit }: Step,
  state: string,
  outcome: Outcome,
): Promise<KeptVisit | undefined> {
  const { key } = event
  const { [key ?? '']: _, ...others } = visit.outcomes
  const outcomes = key === undefined ? visit.outcomes : { ...others, [key]: outcome }
  return visits.replace(clientId, visitKey, visit, { state, outcomes })
}

/** Sends the text of a decision, if it has one. */
async function settle(
  { config, submissions, formatDate, requestId }: EventContext,
  principal: Principal,
  event: VisitEvent,
  { notice, reason }: Decision,
): Promise<Sent> {
  if (notice === undefined) return notSent(reason)
  if (event.phone === '') return notSent('the visit has no phone number')
  const text = fillTemplate(config.texts[notice], valuesOf(event.data, principal.clientName, formatDate))
  return sendText(submissions, principal, { phone: event.phone, text, messageId: messageIdOf(event), requestId })
}

function messageIdOf({ key }: VisitEvent): string | undefined {
  return key && `queue-${key}`
}
