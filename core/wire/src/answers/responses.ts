import type { HttpResponse } from '@heliograph/contracts'

type Headers = Readonly<Record<string, string>>

const JSON_HEADERS = typed('application/json; charset=utf-8')
const TEXT_HEADERS = typed('text/plain; charset=utf-8')
const HTML_HEADERS = typed('text/html; charset=utf-8')
const XML_HEADERS = typed('text/xml; charset=utf-8')

function typed(type: string): Headers {
  return Object.freeze({ 'content-type': type })
}

/** A response with a JSON body. Fields that are undefined are left out. */
export function jsonResponse(status: number, value: unknown, headers?: Headers): HttpResponse {
  return { status, headers: withType(JSON_HEADERS, headers), body: JSON.stringify(value) }
}

/** A response with a JSON body that has been written already. */
export function jsonTextResponse(status: number, body: string): HttpResponse {
  return { status, headers: JSON_HEADERS, body }
}

/** A plain-text response in UTF-8; `headers` may set another type. */
export function textResponse(status: number, body: string, headers?: Headers): HttpResponse {
  return { status, headers: withType(TEXT_HEADERS, headers), body }
}

/** An HTML response in UTF-8; escape values from outside with `escapeHtml`. */
export function htmlResponse(status: number, body: string, headers?: Headers): HttpResponse {
  return { status, headers: withType(HTML_HEADERS, headers), body }
}

/** An XML response in UTF-8, with the media type of SOAP 1.1. */
export function xmlResponse(status: number, body: string, headers?: Headers): HttpResponse {
  return { status, headers: withType(XML_HEADERS, headers), body }
}

/** Nearly all responses have no headers of their own, and share these. */
function withType(common: Headers, own: Headers | undefined): Headers {
  return own === undefined ? common : Object.assign({}, common, own)
}
