import type { MessageState, ReceiptKind, ReceiptRequest, ReceiptSignature } from '@heliograph/contracts'
import { isFinal } from './status-forms.ts'

/** The kind of receipt that a message in this state gets. */
export function receiptKindOf(state: MessageState): ReceiptKind {
  if (state === 'delivered') return 'delivered'
  return isFinal(state) ? 'failed' : 'pending'
}

const METHODS = ['GET', 'POST', 'PUT']
const ALGORITHMS = ['sha1', 'sha256']
const ENCODINGS = ['base64', 'hex']
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/

/**
 * Headers that belong to the connection (RFC 9110 section 7.6.1) or frame the message, which an interface must not set.
 */
const FORBIDDEN = /^(host|content-length|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i

/** Why a request that an interface wrote cannot be sent; undefined when it can. */
export function receiptRequestFault(request: ReceiptRequest): string | undefined {
  if (typeof request !== 'object' || request === null) return `it is not a request but ${typeof request}`
  if ('then' in request) return 'it is a promise'
  const { acknowledgement, method = 'POST', url, headers = {}, body } = request
  if (!METHODS.includes(method)) return `its method is ${method}`
  if (url !== undefined && !URL.canParse(url)) return 'its URL cannot be parsed'
  if (body !== undefined && typeof body !== 'string') return 'its body is not text'
  if (method === 'GET' && body !== undefined) return 'it is a GET with a body'
  if (acknowledgement !== undefined && typeof acknowledgement !== 'string') return 'its acknowledgement is not text'
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || FORBIDDEN.test(name)) return `it has the header '${name}'`
    if (typeof value !== 'string' || !/^[\t\x20-\x7e]*$/.test(value)) return `its header '${name}' cannot be sent`
  }
  return request.signature && signatureFault(request.signature)
}

function signatureFault({ header, algorithm, encoding, text }: ReceiptSignature): string | undefined {
  if (!HEADER_NAME.test(header) || FORBIDDEN.test(header)) return `its signature has the header '${header}'`
  if (!ALGORITHMS.includes(algorithm)) return `its signature is by ${algorithm}`
  if (!ENCODINGS.includes(encoding)) return `its signature is in ${encoding}`
  return typeof text === 'string' ? undefined : 'its signature is not over text'
}
