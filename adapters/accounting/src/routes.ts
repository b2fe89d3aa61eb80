import { GatewayError, type HttpRequest, type HttpResponse, type RouteSpec } from '@heliograph/contracts'
import {
  admitKey,
  BEARER,
  type CredentialForm,
  type JsonTextNames,
  jsonResults,
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
}

/** Returns the endpoint, and a 404 for every other path in its folder. */
export function createRoutes(services: TextServices, config: AccountingConfig): readonly RouteSpec[] {
  return [...textRoutes(`${FOLDER}/main.ashx`, ['POST'], (request) => send(services, config, request)), unknownPath]
}

/**
 * Checks in the order that clients expect: a key, JSON, recipients, a text. Whether the key is valid only shows when it
 * is used.
 */
async function send(
  services: TextServices,
  { requestsPerMinute }: AccountingConfig,
  { body, headers, query }: HttpRequest,
): Promise<HttpResponse> {
  const credential = readCredential(CREDENTIALS, headers, Parameters.ofQuery(query))
  if (credential?.kind !== 'key') throw new GatewayError('unauthenticated', 'missing-key', 'API key not given')
  const text = readJsonText(parseJsonObject(body), NAMES)
  const principal = await admitKey(services, credential.key, requestsPerMinute)
  return jsonResults(await submitText(services.submissions, principal, { origin: ORIGIN, ...text }))
}

const unknownPath: RouteSpec = {
  method: 'ANY',
  path: `${FOLDER}/*`,
  ignoreCase: true,
  handler() {
    throw new GatewayError('not-found', 'unknown-path', 'There is no such resource')
  },
}
