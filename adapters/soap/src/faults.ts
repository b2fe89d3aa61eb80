import {
  ERROR_STATUSES,
  type ErrorCategory,
  errorHeaders,
  type GatewayError,
  type HttpRequest,
  type HttpResponse,
} from '@heliograph/contracts'
import { textResponse, xml, xmlResponse } from '@heliograph/wire'
import { formatEnvelope } from './envelope.ts'

/** The fault codes of SOAP 1.1 (section 4.4.1). */
export type FaultCode = 'Client' | 'Server' | 'VersionMismatch' | 'MustUnderstand'

/** How an error category looks on this interface. */
export interface FaultForm {
  readonly status: number
  readonly faultcode: FaultCode
  /** When clients meet it; for the documentation. */
  readonly meaning: string
}

/** One row for every category of error that a call can end in; the other two are about paths and methods. */
export const FAULT_FORMS = {
  invalid: {
    status: 500,
    faultcode: 'Client',
    meaning:
      'Malformed XML, an unknown method or namespace, a missing or unfit parameter, or a text that cannot be taken.',
  },
  unauthenticated: {
    status: 500,
    faultcode: 'Client',
    meaning: 'An invalid key, for methods that cannot say so in their result.',
  },
  forbidden: { status: 500, faultcode: 'Client', meaning: 'The account may not do this.' },
  conflict: { status: 500, faultcode: 'Client', meaning: 'The state of the thing does not permit it.' },
  'too-large': {
    status: 413,
    faultcode: 'Client',
    meaning: 'The body is larger than 4 MiB, or larger than 64 KiB without a known key.',
  },
  throttled: {
    status: 429,
    faultcode: 'Server',
    meaning: 'Too many requests or SMS parts within a minute; `Retry-After` says in how many seconds to come back.',
  },
  unavailable: {
    status: 500,
    faultcode: 'Server',
    meaning:
      'Something the gateway depends on is unavailable. Nothing was sent, unless the text says that this is not known.',
  },
  internal: { status: 500, faultcode: 'Server', meaning: 'A fault of the gateway. Nothing was sent.' },
} as const satisfies Record<Exclude<ErrorCategory, 'not-found' | 'method-not-allowed'>, FaultForm>

/**
 * Error codes with a fault code of their own. As in ASMX, what a method itself throws is a server fault, whatever the
 * request.
 */
const FAULTS_OF_CODES: Readonly<Record<string, FaultCode>> = {
  'version-mismatch': 'VersionMismatch',
  'must-understand': 'MustUnderstand',
  'invalid-login': 'Server',
  'no-api-key': 'Server',
}

/**
 * Turns an error into a fault, or into plain text where SOAP does not apply: for methods other than POST and for other
 * paths.
 */
export function formatError(error: GatewayError, { method }: HttpRequest): HttpResponse {
  const { category, code, publicMessage } = error
  if (method !== 'POST' || category === 'not-found' || category === 'method-not-allowed') {
    return textResponse(ERROR_STATUSES[category], publicMessage, errorHeaders(error))
  }
  const { status, faultcode } = FAULT_FORMS[category]
  return xmlResponse(status, formatFault(FAULTS_OF_CODES[code] ?? faultcode, publicMessage), errorHeaders(error))
}

/** The children of a fault have no namespace (SOAP 1.1 section 4.4). */
function formatFault(code: FaultCode, text: string): string {
  const children = [xml('faultcode', {}, [`soap:${code}`]), xml('faultstring', {}, [text]), xml('detail')]
  return formatEnvelope(xml('soap:Fault', {}, children))
}
