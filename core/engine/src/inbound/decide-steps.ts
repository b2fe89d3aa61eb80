import { findOptOutKeyword, isOptIn, OPT_IN_KEYWORD } from '@heliograph/messaging'
import type { IncomingSubject } from './incoming-subject.ts'
import type { IncomingStep } from './incoming-work.ts'

/** What a contact asks for by a keyword. */
export interface KeywordRequest {
  readonly kind: 'opt-out' | 'opt-in'
  /** In its reported spelling. */
  readonly keyword: string
}

/**
 * Reads what a text asks for. An opt-in counts only from a contact that is opted out, which the caller has to find out.
 */
export function readKeyword({
  text,
  keywordMatch,
}: Pick<IncomingSubject, 'text' | 'keywordMatch'>): KeywordRequest | undefined {
  const keyword = findOptOutKeyword(text, keywordMatch)
  if (keyword !== undefined) return { kind: 'opt-out', keyword }
  return isOptIn(text) ? { kind: 'opt-in', keyword: OPT_IN_KEYWORD } : undefined
}

/** What became of a request: `isNew` is false for an opt-out of a contact that was opted out already. */
export interface KeywordOutcome extends KeywordRequest {
  readonly isNew: boolean
}

/** A webhook to be stored. */
export interface WebhookDraft {
  readonly kind: 'incoming' | 'opt-out' | 'opt-in'
  readonly url: string
  /** Which answer its first outcome leads to. */
  readonly replyKind: 'auto' | 'confirmation' | null
}

export interface Decision {
  readonly webhooks: readonly WebhookDraft[]
  readonly steps: readonly IncomingStep[]
}

const NOTHING: Decision = { webhooks: [], steps: [] }

/**
 * Decides what an incoming SMS sets off besides the status of its contact.
 *
 * A keyword gets its confirmation and no auto-reply; an SMS with a keyword from an alphanumeric sender is stored and
 * nothing else. Contacts that cannot be answered, and numbers of this deployment, which would answer in turn, are sent
 * nothing. A disabled channel sets off nothing but what an opt-out needs.
 *
 * @param contact undefined: an alphanumeric sender
 * @param outcome undefined: it asks for nothing
 */
export function decideSteps(
  subject: IncomingSubject,
  contact: string | undefined,
  outcome: KeywordOutcome | undefined,
): Decision {
  if (contact === undefined && readKeyword(subject)?.kind === 'opt-out') return NOTHING
  const optedOut = outcome?.kind === 'opt-out' && outcome.isNew
  const ending: readonly IncomingStep[] = optedOut ? ['end-waiting'] : []
  if (!subject.isActive) return { webhooks: [], steps: ending }
  const isAnswerable = contact !== undefined && !subject.isFromOwnNumber
  const answer = outcome === undefined ? autoReply(subject, isAnswerable) : confirmation(subject, outcome, isAnswerable)
  const forwarding: readonly IncomingStep[] = isForwarded(subject, contact) ? ['forward'] : []
  return { webhooks: answer.webhooks, steps: [...ending, ...answer.steps, ...forwarding] }
}

function autoReply({ incomingUrl, autoResponse }: IncomingSubject, isAnswerable: boolean): Decision {
  if (incomingUrl !== null)
    return { webhooks: [{ kind: 'incoming', url: incomingUrl, replyKind: isAnswerable ? 'auto' : null }], steps: [] }
  return { webhooks: [], steps: isAnswerable && autoResponse !== null ? ['auto-reply'] : [] }
}

function confirmation(
  { incomingUrl, optOutUrl, optInUrl }: IncomingSubject,
  { kind, isNew }: KeywordOutcome,
  isAnswerable: boolean,
): Decision {
  const incoming: WebhookDraft[] = incomingUrl === null ? [] : [{ kind: 'incoming', url: incomingUrl, replyKind: null }]
  if (!isNew) return { webhooks: incoming, steps: [] }
  const url = kind === 'opt-out' ? optOutUrl : optInUrl
  if (url === null) return { webhooks: incoming, steps: isAnswerable ? ['confirm'] : [] }
  return { webhooks: [{ kind, url, replyKind: isAnswerable ? 'confirmation' : null }, ...incoming], steps: [] }
}

/**
 * Forwards neither SMS from a number of this deployment nor SMS from the number that they would be forwarded to,
 * because both could go round in a circle.
 */
function isForwarded({ forwardMobile, isFromOwnNumber }: IncomingSubject, contact: string | undefined): boolean {
  return forwardMobile !== null && !isFromOwnNumber && contact !== forwardMobile
}
