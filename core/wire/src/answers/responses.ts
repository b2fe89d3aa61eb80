import type { HttpResponse } from '@heliograph/contracts'

type Headers = Readonly<Record<string, string>>

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** A response with a JSON body. Fields that are undefined are left out. */
export function jsonResponse(status: number, value: unknown, headers: Headers = {}): HttpResponse {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(value) }
}

/** A plain-text response in UTF-8; `headers` may set another type. */
export function textResponse(status: number, body: string, headers: Headers = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
}

/** An HTML response in UTF-8; escape values from outside with `escapeHtml`. */
export function htmlResponse(status: number, body: string, headers: Headers = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

/** An XML response in UTF-8, with the media type of SOAP 1.1. */
export function xmlResponse(status: number, body: string, headers: Headers = {}): HttpResponse {
  return { status, headers: { 'content-type': 'text/xml; charset=utf-8', ...headers }, body }
}
