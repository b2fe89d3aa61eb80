import type { WebhookRequest } from '@heliograph/contracts'
import type { IncomingFacts } from '@heliograph/messaging'
import { plainRequest } from '../../notify/webhooks/outgoing-request.ts'
import { USER_AGENT } from '../../notify/webhooks/sign-webhook.ts'
import type { Webhook } from '../../notify/webhooks/webhook.ts'

/** Replaces the security key when requests that contain it are shown. */
export const HIDDEN_KEY = '(security key)'

/** What is stored of a request. */
export type StoredRequest = Pick<Webhook, 'url' | 'contentType' | 'form' | 'instance' | 'request' | 'requestId'> & {
  /** Null: removed because it was older than texts are kept. */
  readonly body: string | null
}

/**
 * A request as it is shown, without secrets, because more people see the log than know them. Null while the interface
 * that writes the request has not done so, or when the incoming SMS that it is written from, or its
 * text, no longer exists.
 */
export function shownRequest(
  stored: StoredRequest,
  facts: IncomingFacts | undefined,
  soapNamespace: string,
): WebhookRequest | null {
  const { body, form, instance, request, requestId } = stored
  if (body === null) return null
  if (request !== null) return withoutSecrets(JSON.parse(request) as WebhookRequest)
  if (instance !== null || (form !== null && facts === undefined)) return null
  const shown = plainRequest({ ...stored, body }, facts ?? null, HIDDEN_KEY, soapNamespace)
  const own = requestId === null ? {} : { 'X-Request-Id': requestId }
  return { ...shown, headers: { ...shown.headers, 'User-Agent': USER_AGENT, ...own } }
}

const SECRET_NAMES = /authorization|cookie|key|password|secret|signature|token/i

function withoutSecrets({ method, url, headers, body }: WebhookRequest): WebhookRequest {
  const shown = Object.entries(headers).map(([name, value]) => [name, SECRET_NAMES.test(name) ? '(hidden)' : value])
  return { method, url, headers: Object.fromEntries(shown), body }
}
