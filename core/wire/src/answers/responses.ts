import type { HttpResponse } from '@heliograph/contracts'

type Headers = Readonly<Record<string, string>>

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** A response with a JSON body. Fields that are undefined are left out. */
export function jsonResponse(status: number, value: unknown, headers: Headers = {}): HttpResponse {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(value) }
}

/** A response of plain text in UTF-8; `headers` may name another type. */
export function textResponse(status: number, body: string, headers: Headers = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}

/** A response of HTML in UTF-8; what comes from outside is to be escaped with `escapeHtml`. */
export function htmlResponse(status: number, body: string, headers: Headers = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

/** A response of XML in UTF-8, as SOAP 1.1 calls it. */
export function xmlResponse(status: number, body: string, headers: Headers = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/xml; charset=utf-8', ...headers }, body }
}
