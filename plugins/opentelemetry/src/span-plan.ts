import type { AcceptStep, ReceiptStep, RequestStep, Step, SubmitStep, WebhookStep } from '@heliograph/contracts'
import { type Attributes, SpanKind } from '@opentelemetry/api'

/** A step as a span. */
export interface SpanPlan {
  readonly name: string
  readonly kind: SpanKind
  /** Unique within its trace. */
  readonly key: string
  /** The key of the span that it belongs below; null: of none. */
  readonly parent: string | null
  readonly isError: boolean
  /** No texts, numbers of people or URLs: traces go to other eyes than messages. */
  readonly attributes: Attributes
}

const REQUEST = 'request'
const ACCEPT = 'accept'

/** Outcomes of a submit that somebody should look at. */
const BAD_OUTCOMES: ReadonlySet<string> = new Set(['refused', 'unknown'])

/** How a step becomes a span. */
export function planSpan(step: Step): SpanPlan {
  switch (step.kind) {
    case 'request':
      return planRequest(step)
    case 'accept':
      return planAccept(step)
    case 'submit':
      return planSubmit(step)
    case 'receipt':
      return planReceipt(step)
    case 'webhook':
      return planWebhook(step)
  }
}

function planRequest({ instanceId, isFault, method, requestId, route, status }: RequestStep): SpanPlan {
  const name = `${method} ${route || instanceId || 'unknown path'}`
  const attributes: Attributes = { 'heliograph.request_id': requestId, 'heliograph.instance': instanceId }
  if (status !== null) {
    attributes['http.request.method'] = method
    attributes['http.route'] = route
    attributes['http.response.status_code'] = status
  }
  return { name, kind: SpanKind.SERVER, key: REQUEST, parent: null, isError: isFault, attributes }
}

function planAccept({ clientId, messages, origin, smsId }: AcceptStep): SpanPlan {
  const attributes = {
    'heliograph.interface': origin,
    'heliograph.client_id': clientId,
    'heliograph.messages': messages,
    'heliograph.sms_id': smsId,
  }
  return { name: 'accept', kind: SpanKind.INTERNAL, key: ACCEPT, parent: REQUEST, isError: false, attributes }
}

function planSubmit({ attempt, link, outcome, smsId }: SubmitStep): SpanPlan {
  const attributes = {
    'heliograph.sms_id': smsId,
    'heliograph.link': link,
    'heliograph.attempt': attempt,
    'heliograph.outcome': outcome,
  }
  const key = submitKey(smsId, attempt)
  const isError = BAD_OUTCOMES.has(outcome)
  return { name: `submit ${link}`, kind: SpanKind.CLIENT, key, parent: ACCEPT, isError, attributes }
}

function planReceipt({ attempt, endedAt, link, part, smsId, status }: ReceiptStep): SpanPlan {
  const attributes = {
    'heliograph.sms_id': smsId,
    'heliograph.link': link,
    'heliograph.attempt': attempt,
    'heliograph.part': part,
    'heliograph.status': status,
  }
  // A part may be reported on several times.
  const key = `receipt ${smsId} ${attempt} ${part} ${status} ${endedAt}`
  const parent = submitKey(smsId, attempt)
  return { name: `receipt ${link}`, kind: SpanKind.SERVER, key, parent, isError: false, attributes }
}

function planWebhook({ attempt, smsId, status, verdict, webhookId }: WebhookStep): SpanPlan {
  const attributes: Attributes = {
    'heliograph.sms_id': smsId,
    'heliograph.webhook_id': webhookId,
    'heliograph.attempt': attempt,
    'heliograph.verdict': verdict,
  }
  if (status !== null) attributes['http.response.status_code'] = status
  const key = `webhook ${webhookId} ${attempt}`
  const isError = verdict !== 'delivered'
  return { name: 'webhook', kind: SpanKind.CLIENT, key, parent: ACCEPT, isError, attributes }
}

function submitKey(smsId: number, attempt: number): string {
  return `submit ${smsId} ${attempt}`
}
