import { GatewayError, type HttpRequest, type HttpRequestHead, type RouteSpec } from '@heliograph/contracts'
import {
  admitRequest,
  authenticateByKey,
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
  metadata: ['metadata'],
}

/** Returns the endpoint, and a 404 for every other path in its folder. */
export function createRoutes(services: TextServices, { requestsPerMinute }: AccountingConfig): readonly RouteSpec[] {
  const routes = textRoutes(`${FOLDER}/main.ashx`, ['POST'], {
    ...authenticateByKey(services.directory, read, keyOf),
    async handler({ requestId }, { principal, given }) {
      admitRequest(services.rateLimits, principal, requestsPerMinute)
      return jsonResults(await submitText(services.submissions, principal, { origin: ORIGIN, requestId, ...given }))
    },
  })
  return [...routes, unknownPath]
}

/**
 * Checks in the order that clients expect: a key, JSON, recipients, a text. Whether the key is valid only shows when it
 * is used.
 */
function read(request: HttpRequest) {
  const key = keyOf(request)
  return { key, given: readJsonText(parseJsonObject(request.body), NAMES) }
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
