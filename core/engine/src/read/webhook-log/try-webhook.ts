import {
  type ChannelRecord,
  type Clock,
  GatewayError,
  type HttpClient,
  isOutboundError,
  type WebhookAnswer,
  type WebhookKind,
  type WebhookRequest,
} from '@heliograph/contracts'
import type { SecretBox } from '../../accounts/master-keys/secret-box.ts'
import type { Sql } from '../../database/database.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { ChannelSecrets } from '../../notify/webhooks/channel-secrets.ts'
import { signWebhook, USER_AGENT } from '../../notify/webhooks/sign-webhook.ts'
import { sampleWebhook, webhookUrlOf } from './sample-webhook.ts'
import { HIDDEN_KEY } from './shown-request.ts'

export interface TryTools {
  readonly sql: Sql
  readonly secrets: SecretBox
  readonly http: HttpClient
  readonly clock: Clock
  readonly soapNamespace: string
}

const REPLY_LIMIT = 2_048

/**
 * Calls a channel's URL with a sample, signed as the real ones are. Throws `invalid`/`no-webhook-url` when it has none.
 */
export async function tryWebhook(
  { sql, secrets, http, clock, soapNamespace }: TryTools,
  channel: ChannelRecord,
  kind: WebhookKind,
): Promise<{ request: WebhookRequest; answer: WebhookAnswer }> {
  const url = webhookUrlOf(channel, kind)
  if (url === null) throw new GatewayError('invalid', 'no-webhook-url', 'The channel has no URL for these webhooks')
  const { channelId } = channel
  const [opened] = await serviceAnswer(new ChannelSecrets({ sql, secrets, clock }).of([{ channelId, kind }]))
  if (opened == null) throw new GatewayError('not-found', 'channel-not-found', `There is no channel ${channelId}`)
  const at = new Date(clock.now())
  const sampleWith = (securityKey: string) => sampleWebhook(channel, kind, url, { at, securityKey, soapNamespace })
  const { isSigned, ...sample } = sampleWith(opened[0])
  const signedAt = Math.floor(at.getTime() / 1000)
  const signature = isSigned ? signWebhook(opened, { id: '0', signedAt, body: Buffer.from(sample.body) }) : {}
  const headers = { ...sample.headers, 'User-Agent': USER_AGENT, ...signature }
  const { isSigned: _, ...shown } = sampleWith(HIDDEN_KEY)
  return { request: { ...shown, headers }, answer: await call(http, clock, { ...sample, headers }) }
}

async function call(http: HttpClient, clock: Clock, request: WebhookRequest): Promise<WebhookAnswer> {
  const method = request.method === 'GET' ? 'GET' : 'POST'
  const body = method === 'GET' ? undefined : request.body
  const startedAt = clock.now()
  try {
    const reply = await http.request({ ...request, method, body, replyLimit: REPLY_LIMIT })
    return { status: reply.status, failure: null, reply: reply.body, elapsedMs: Math.round(reply.elapsedMs) }
  } catch (error) {
    if (!isOutboundError(error)) throw error
    return {
      status: null,
      failure: `${error.failure}: ${error.message}`,
      reply: null,
      elapsedMs: clock.now() - startedAt,
    }
  }
}
