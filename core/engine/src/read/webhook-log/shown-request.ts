import type { WebhookRequest } from '@heliograph/contracts'
import { type IncomingFacts, incomingGetUrl, incomingSoapRequest } from '@heliograph/messaging'
import { USER_AGENT } from '../../notify/webhooks/sign-webhook.ts'
import type { WebhookForm } from '../../notify/webhooks/webhook.ts'

/** Replaces the security key when requests that contain it are shown. */
export const HIDDEN_KEY = '(security key)'

/** What is stored of a request. */
export interface StoredRequest {
  readonly url: string
  readonly contentType: string
  readonly body: string
  readonly form: WebhookForm | null
  readonly instance: string | null
  /** What the instance wrote, as JSON. */
  readonly request: string | null
}

/**
 * A request as it is shown, without secrets, because more people see the log than know them. Null while the interface
 * that writes the request has not done so, or when the incoming SMS that it is written from no longer exists.
 */
export function shownRequest(
  { url, contentType, body, form, instance, request }: StoredRequest,
  facts: IncomingFacts | undefined,
  soapNamespace: string,
): WebhookRequest | null {
  const own = { 'User-Agent': USER_AGENT }
  if (request !== null) return withoutSecrets(JSON.parse(request) as WebhookRequest)
  if (instance !== null || (form !== null && facts === undefined)) return null
  if (form === 'get')
    return { method: 'GET', url: incomingGetUrl(url, facts as IncomingFacts, HIDDEN_KEY), headers: own, body: '' }
  if (form === 'soap') {
    const soap = incomingSoapRequest(facts as IncomingFacts, HIDDEN_KEY, soapNamespace)
    return { method: 'POST', url, headers: { ...soap.headers, ...own }, body: soap.body }
  }
  return { method: 'POST', url, headers: { 'Content-Type': contentType, ...own }, body }
}

const SECRET_NAMES = /authorization|cookie|key|password|secret|signature|token/i

function withoutSecrets({ headers, ...request }: WebhookRequest): WebhookRequest {
  const shown = Object.entries(headers).map(([name, value]) => [name, SECRET_NAMES.test(name) ? '(hidden)' : value])
  return { ...request, headers: Object.fromEntries(shown) }
}
