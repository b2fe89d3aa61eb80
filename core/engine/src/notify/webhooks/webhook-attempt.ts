import {
  type Clock,
  type HttpClient,
  type IncomingReply,
  isOutboundError,
  type Logger,
  type OutboundReply,
} from '@heliograph/contracts'
import { REPLY_OCTETS, readReply, sendableReply } from '@heliograph/messaging'
import { storableText } from '../../database/storable-text.ts'
import type { Sign } from './host-health.ts'
import {
  type OutgoingRequest,
  outgoingRequest,
  ReceiptFormError,
  type RequestMaterials,
  type RequestWriters,
} from './outgoing-request.ts'
import { signAsInterface, signWebhook, USER_AGENT } from './sign-webhook.ts'
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
  /** The request that an instance wrote for it, as JSON; null when the stored one is sent. */
  readonly request: string | null
  readonly verdict: 'delivered' | 'failed' | 'try-again'
  /** What it shows of its endpoint. */
  readonly sign: Sign
  /** The text for the contact in the reply, where one is wanted; null for none. */
  readonly answer: string | null
}

/**
 * Makes one attempt. Any 2xx is success, unless an interface wants an acknowledgement that is not there; that, 5xx,
 * time-outs and network trouble are to be tried again; everything else is final. Never rejects.
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
    return await send(tools, webhook, materials, outgoing, signedAt)
  } catch (error) {
    return notWritten(tools, webhook, error)
  }
}

/** Another node may have the instance, and a later version of it may do better, so nothing is lost by trying again. */
function notWritten({ logger }: AttemptTools, { webhookId }: Webhook, error: unknown): AttemptOutcome {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  const instance = error instanceof ReceiptFormError ? error.instance : null
  logger.error({ instance, webhookId, err: cause ?? error }, 'a webhook request could not be built')
  return noReply(`receipt-form: ${message}`, { elapsedMs: 0, request: null, verdict: 'try-again', sign: null })
}

async function send(
  tools: AttemptTools,
  webhook: Webhook,
  { secrets }: RequestMaterials,
  outgoing: OutgoingRequest,
  signedAt: number,
): Promise<AttemptOutcome> {
  const { http, clock, logger } = tools
  const { acknowledgement, method, url, body: text, signature } = outgoing
  const request = webhook.instance === null ? null : JSON.stringify(outgoing)
  const body = method === 'GET' ? undefined : Buffer.from(text)
  const isSigned = body !== undefined && webhook.form === null
  const own = isSigned ? signWebhook(secrets, { id: String(webhook.webhookId), signedAt, body }) : {}
  if (signature !== undefined) own[signature.header] = signAsInterface(secrets, signature)
  own['User-Agent'] = USER_AGENT
  if (webhook.requestId !== null) own['X-Request-Id'] = webhook.requestId
  const headers = addOthers(own, outgoing.headers)
  const replyLimit = webhook.replyKind === null ? LOGGED : REPLY_OCTETS
  const startedAt = clock.now()
  try {
    const reply = await http.request({ method, url, headers, body, replyLimit })
    return judge(tools, webhook, { request, acknowledgement }, reply)
  } catch (error) {
    if (!isOutboundError(error))
      logger.error({ err: error, webhookId: webhook.webhookId }, 'a webhook attempt failed unexpectedly')
    const failure = isOutboundError(error) ? error.failure : 'network'
    const isRefused = failure === 'blocked' || failure === 'invalid-url'
    return noReply(`${failure}: ${error instanceof Error ? error.message : error}`, {
      elapsedMs: clock.now() - startedAt,
      request,
      verdict: isRefused ? 'failed' : 'try-again',
      sign: isRefused ? null : failure === 'dns' || failure === 'connect' ? 'unreachable' : 'silent',
    })
  }
}

function judge(
  tools: AttemptTools,
  webhook: Webhook,
  { request, acknowledgement }: { readonly request: string | null; readonly acknowledgement: string | undefined },
  reply: OutboundReply,
): AttemptOutcome {
  const { status, elapsedMs } = reply
  const isGood = status >= 200 && status < 300
  const isAcknowledged = acknowledgement === undefined || reply.body.trim() === acknowledgement
  const verdict = isGood && isAcknowledged ? 'delivered' : isGood || status >= 500 ? 'try-again' : 'failed'
  return {
    elapsedMs,
    status,
    failure: isGood && !isAcknowledged ? `not acknowledged: the answer is not ${acknowledgement}` : null,
    reply: storableText(reply.body.slice(0, LOGGED)),
    request,
    verdict,
    sign: verdict === 'delivered' ? 'good' : 'failed',
    answer: webhook.replyKind === null ? null : answerIn(tools, webhook, reply),
  }
}

function answerIn(tools: AttemptTools, { form, instance }: Webhook, reply: OutboundReply): string | null {
  const { status, headers, octets } = reply
  const contentType = headers['content-type']
  const text =
    instance === null
      ? readReply({ status, contentType, body: octets }, form ?? 'json')
      : answerBy(tools, instance, { status, contentType, body: Buffer.from(octets).toString('utf8') })
  return text === null ? null : storableText(text)
}

/** The text that the instance which handed the SMS over finds in the reply. */
function answerBy({ incomingOf, logger }: AttemptTools, instance: string, reply: IncomingReply): string | null {
  try {
    return sendableReply(incomingOf?.(instance)?.readReply(reply) ?? '')
  } catch (error) {
    logger.error({ instance, err: error }, 'the response to a webhook cannot be read')
    return null
  }
}

/** The result of an attempt that brought no reply, for whatever reason. */
export function noReply(
  failure: string,
  known: Pick<AttemptOutcome, 'elapsedMs' | 'request' | 'verdict' | 'sign'>,
): AttemptOutcome {
  const { elapsedMs, request, verdict, sign } = known
  const kept = storableText(failure.slice(0, FAILURE_LIMIT))
  return { elapsedMs, status: null, failure: kept, reply: null, request, verdict, sign, answer: null }
}

/** Adds the headers that an interface gave, except those whose name the gateway uses itself. */
function addOthers(
  own: Record<string, string>,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const taken = Object.keys(own).map((name) => name.toLowerCase())
  for (const [name, value] of Object.entries(given)) if (!taken.includes(name.toLowerCase())) own[name] = value
  return own
}
