import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import { fieldFaultOf, fieldFaultSchema } from './field-faults/field-fault.ts'
import { GUARDING_HEADERS } from './guarding-headers.ts'

/** The form of an error, the same for every endpoint. */
export const problemSchema = Type.Object(
  {
    category: Type.String({ description: 'One of a closed list: `invalid`, `forbidden`, ...' }),
    code: Type.String({ description: 'Stable, for programs: `no-credit`, `opted-out`, ...' }),
    message: Type.String({ description: 'For people.' }),
    details: Type.Record(Type.String(), Type.String(), { description: 'What is wrong with which field.' }),
    faults: Type.Record(Type.String(), fieldFaultSchema, {
      description: 'The same by code, for what is wrong with fields (`invalid`, `forbidden`).',
    }),
  },
  { title: 'Problem' },
)

/** The HTTP status of each category, and when callers meet it. */
export const ERROR_FACES = {
  invalid: { status: 400, meaning: 'The request is wrong; `details` names the fields.' },
  unauthenticated: { status: 401, meaning: 'No session or key, or one that is no longer good.' },
  forbidden: { status: 403, meaning: 'The role does not go to this, or there is no credit or no channel.' },
  'not-found': { status: 404, meaning: 'It does not exist, or belongs to another client.' },
  'method-not-allowed': { status: 405, meaning: 'The path exists with other methods, which `Allow` lists.' },
  conflict: { status: 409, meaning: 'The state of the thing does not permit it.' },
  'too-large': { status: 413, meaning: 'The body is too large.' },
  throttled: { status: 429, meaning: 'Too many requests; `Retry-After` says in how many seconds to come back.' },
  unavailable: {
    status: 503,
    meaning: 'Something the gateway depends on is unavailable; the same request may work later.',
  },
  internal: { status: 500, meaning: 'A fault of the gateway.' },
} as const satisfies Record<ErrorCategory, { readonly status: number; readonly meaning: string }>

/** Turns an error into the answer of this interface. */
export function formatError(error: GatewayError): HttpResponse {
  const { category, code, publicMessage: message, details = {} } = error
  return jsonResponse(
    ERROR_FACES[category].status,
    { category, code, message, details, faults: faultsOf(error) },
    { ...GUARDING_HEADERS, ...errorHeaders(error) },
  )
}

/** The details of other categories are facts, not faults. */
function faultsOf({ category, details = {} }: GatewayError) {
  if (category !== 'invalid' && category !== 'forbidden') return {}
  return Object.fromEntries(Object.entries(details).map(([field, text]) => [field, fieldFaultOf(text)]))
}
