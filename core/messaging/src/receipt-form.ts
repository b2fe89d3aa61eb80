import type { MessageState, ReceiptKind, ReceiptRequest } from '@heliograph/contracts'
import { isFinal } from './faces.ts'

/** The kind of receipt that a message in this state gets. */
export function receiptKindOf(state: MessageState): ReceiptKind {
  if (state === 'delivered') return 'delivered'
  return isFinal(state) ? 'failed' : 'pending'
}

const METHODS = ['GET', 'POST', 'PUT']

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
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name) || FORBIDDEN.test(name)) return `it has the header '${name}'`
    if (typeof value !== 'string' || !/^[\t\x20-\x7e]*$/.test(value)) return `its header '${name}' cannot be sent`
  }
  return undefined
}
