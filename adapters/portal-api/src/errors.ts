import { type ErrorCategory, errorHeaders, type GatewayError, type HttpResponse } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { Type } from 'typebox'
import { fieldFaultOf, fieldFaultSchema } from './field-faults/field-fault.ts'
import { GUARDING_HEADERS } from './guarding-headers.ts'

/** The form of an error, the same for every endpoint. */
export const problemSchema = Type.Object(
  {
    category: Type.String({ description: 'Category of the error: `invalid`, `forbidden`, ... The list is closed.' }),
    code: Type.String({ description: 'Stable error code for programs: `no-credit`, `opted-out`, ...' }),
    message: Type.String({ description: 'Explanation for people.' }),
    details: Type.Record(Type.String(), Type.String(), { description: 'What is wrong, by field.' }),
    faults: Type.Record(Type.String(), fieldFaultSchema, {
      description: 'What is wrong, by field, as codes for programs. For `invalid` and `forbidden`.',
    }),
  },
  { title: 'Problem' },
)

/** The HTTP status of each category, and when callers meet it. */
export const ERROR_FORMS = {
  invalid: { status: 400, meaning: 'The request is invalid; `details` names the fields.' },
  unauthenticated: { status: 401, meaning: 'There is no session or API key, or it is not valid.' },
  forbidden: { status: 403, meaning: 'The role does not allow it, or there is no credit or no channel.' },
  'not-found': { status: 404, meaning: 'It does not exist, or belongs to another client.' },
  'method-not-allowed': {
    status: 405,
    meaning: 'The path does not accept this method; `Allow` lists those it accepts.',
  },
  conflict: { status: 409, meaning: 'The current state does not allow it.' },
  'too-large': { status: 413, meaning: 'The body is too large.' },
  throttled: { status: 429, meaning: 'Too many requests; retry after the seconds in `Retry-After`.' },
  unavailable: {
    status: 503,
    meaning: 'A dependency of the gateway is unavailable; retry later.',
  },
  internal: { status: 500, meaning: 'An error in the gateway.' },
} as const satisfies Record<ErrorCategory, { readonly status: number; readonly meaning: string }>

/** Turns an error into the answer of this interface. */
export function formatError(error: GatewayError): HttpResponse {
  const { category, code, publicMessage: message, details = {} } = error
  return jsonResponse(
    ERROR_FORMS[category].status,
    { category, code, message, details, faults: faultsOf(error) },
    { ...GUARDING_HEADERS, ...errorHeaders(error) },
  )
}

/** The details of other categories are facts, not faults. */
function faultsOf({ category, details = {} }: GatewayError) {
  if (category !== 'invalid' && category !== 'forbidden') return {}
  return Object.fromEntries(Object.entries(details).map(([field, text]) => [field, fieldFaultOf(text)]))
}
