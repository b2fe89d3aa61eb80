import {
  GatewayError,
  type HttpRequest,
  type HttpRequestHead,
  type HttpResponse,
  type RouteSpec,
} from '@heliograph/contracts'
import {
  admitKey,
  BEARER,
  type CredentialForm,
  type JsonTextNames,
  jsonResults,
  limitStrangers,
  Parameters,
  parseJsonObject,
  readCredential,
  readJsonText,
  submitText,
  type TextServices,
  textRoutes,
  X_API_KEY,
} from '@heliograph/wire'
import type { AccountingConfig } from './config.ts'

const FOLDER = '/api/http/accounting/business'

/** The name of this interface in logs and reports. */
const ORIGIN = 'accounting'

/** The first one present decides. */
const CREDENTIALS: readonly CredentialForm[] = [
  X_API_KEY,
  BEARER,
  { kind: 'parameter', names: 'apikey', place: 'query' },
]

const NAMES: JsonTextNames = {
  recipients: ['to', 'recipients', 'recipient'],
  text: ['message', 'text', 'msg'],
  reference: ['ref', 'reference'],
  metadata: ['metadata'],
}

/** Returns the endpoint, and a 404 for every other path in its folder. */
export function createRoutes(services: TextServices, config: AccountingConfig): readonly RouteSpec[] {
  const strangers = limitStrangers(services.directory, keyOf)
  const routes = textRoutes(`${FOLDER}/main.ashx`, ['POST'], (request) => send(services, config, request), strangers)
  return [...routes, unknownPath]
}

/**
 * Checks in the order that clients expect: a key, JSON, recipients, a text. Whether the key is valid only shows when it
 * is used.
 */
async function send(
  services: TextServices,
  { requestsPerMinute }: AccountingConfig,
  request: HttpRequest,
): Promise<HttpResponse> {
  const key = keyOf(request)
  const text = readJsonText(parseJsonObject(request.body), NAMES)
  const principal = await admitKey(services, key, request, requestsPerMinute)
  const { requestId } = request
  return jsonResults(await submitText(services.submissions, principal, { origin: ORIGIN, requestId, ...text }))
}

/** Throws `unauthenticated`/`missing-key`. */
function keyOf({ headers, query }: HttpRequestHead): string {
  const credential = readCredential(CREDENTIALS, headers, Parameters.ofQuery(query))
  if (credential?.kind !== 'key') throw new GatewayError('unauthenticated', 'missing-key', 'API key not given')
  return credential.key
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: `${FOLDER}/*`,
  ignoreCase: true,
  handler() {
    throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  },
}
