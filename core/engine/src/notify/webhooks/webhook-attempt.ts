import type { Clock, HttpClient, Logger, OutboundError, OutboundReply } from '@heliograph/contracts'
import { REPLY_OCTETS, readReply } from '@heliograph/messaging'
import { storableText } from '../../database/storable-text.ts'
import type { Sign } from './host-health.ts'
import {
  type OutgoingRequest,
  outgoingRequest,
  ReceiptFormError,
  type RequestMaterials,
  type RequestWriters,
} from './outgoing-request.ts'
import { signWebhook, USER_AGENT } from './sign-webhook.ts'
import type { Webhook } from './webhook.ts'

/** Characters of a reply that are kept for the log, and octets of it that are read when the reply has no other use. */
const LOGGED = 2_048
/** Characters of an error text that are kept. */
const FAILURE_LIMIT = 500

export interface AttemptTools extends RequestWriters {
  readonly http: HttpClient
  readonly clock: Clock
  readonly logger: Logger
}

/** The result of an attempt, before anything is decided. */
export interface AttemptOutcome {
  readonly elapsedMs: number
  /** Null when no reply came; `failure` says why. */
  readonly status: number | null
  readonly failure: string | null
  readonly reply: string | null
  /** The request that an instance wrote for it, as JSON. */
  readonly request: string | null
  readonly verdict: 'delivered' | 'failed' | 'try-again'
  /** What it shows of its endpoint. */
  readonly sign: Sign
  /** The text for the contact in the reply, where one is wanted. */
  readonly answer: string | null
}

/**
 * Makes one attempt. Any 2xx is success; 5xx, time-outs and network trouble are to be tried again; everything else is
 * final. Never rejects.
 *
 * @param signedAt seconds since the epoch of the first attempt
 */
export async function attemptWebhook(
  tools: AttemptTools,
  webhook: Webhook,
  materials: RequestMaterials,
  signedAt: number,
): Promise<AttemptOutcome> {
  try {
    const outgoing = outgoingRequest(webhook, materials, tools)
    const request = webhook.instance === null ? null : JSON.stringify(outgoing)
    return { request, ...(await send(tools, webhook, materials, outgoing, signedAt)) }
  } catch (error) {
    return { ...notWritten(tools, webhook, error), request: null }
  }
}

/** Another node may have the instance, and a later version of it may do better, so nothing is lost by trying again. */
function notWritten({ logger }: AttemptTools, { webhookId }: Webhook, error: unknown): Omit<AttemptOutcome, 'request'> {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const instance = error instanceof ReceiptFormError ? error.instance : null
  logger.error({ instance, webhookId, err: cause ?? error }, 'request of a webhook cannot be written')
  return { ...noReply(`receipt-form: ${message}`, 0), verdict: 'try-again', sign: null }
}

async function send(
  { http, clock, logger }: AttemptTools,
  webhook: Webhook,
  { secrets }: RequestMaterials,
  { method, url, headers: given, body: text }: OutgoingRequest,
  signedAt: number,
): Promise<Omit<AttemptOutcome, 'request'>> {
  const body = method === 'GET' ? undefined : Buffer.from(text)
  const isSigned = body !== undefined && webhook.form === null
  const signature = isSigned ? signWebhook(secrets, { id: String(webhook.webhookId), signedAt, body }) : {}
  const headers = withOwn(given, { 'User-Agent': USER_AGENT, ...signature })
  const replyLimit = webhook.replyKind === null ? LOGGED : REPLY_OCTETS
  const startedAt = clock.now()
  try {
    return judge(webhook, await http.request({ method, url, headers, body, replyLimit }))
  } catch (error) {
    if (!isOutboundError(error)) logger.error({ error, webhookId: webhook.webhookId }, 'webhook attempt broke')
    const failure = isOutboundError(error) ? error.failure : 'network'
    const isRefused = failure === 'blocked' || failure === 'invalid-url'
    return {
      ...noReply(`${failure}: ${error instanceof Error ? error.message : error}`, clock.now() - startedAt),
      verdict: isRefused ? 'failed' : 'try-again',
      sign: isRefused ? null : failure === 'dns' || failure === 'connect' ? 'unreachable' : 'silent',
    }
  }
}

function judge(webhook: Webhook, reply: OutboundReply): Omit<AttemptOutcome, 'request'> {
  const { status, elapsedMs } = reply
  const verdict = status >= 200 && status < 300 ? 'delivered' : status >= 500 ? 'try-again' : 'failed'
  return {
    ...{ elapsedMs, status, verdict, failure: null },
    sign: verdict === 'delivered' ? 'good' : 'failed',
    reply: storableText(reply.body.slice(0, LOGGED)),
    answer: webhook.replyKind === null ? null : answerIn(webhook, reply),
  }
}

function answerIn({ form }: Webhook, { status, headers, octets }: OutboundReply): string | null {
  const text = readReply({ status, contentType: headers['content-type'], body: octets }, form ?? 'json')
  return text === null ? null : storableText(text)
}

function noReply(failure: string, elapsedMs: number) {
  return { elapsedMs, status: null, failure: storableText(failure.slice(0, FAILURE_LIMIT)), reply: null, answer: null }
}

/** The gateway's own headers replace those of the same name that an interface may have given. */
function withOwn(
  given: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const taken = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const others = Object.entries(given).filter(([name]) => !taken.has(name.toLowerCase()))
  return { ...Object.fromEntries(others), ...own }
}

function isOutboundError(error: unknown): error is OutboundError {
  return error instanceof Error && error.name === 'OutboundError'
}
