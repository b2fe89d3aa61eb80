import type { HttpResponse } from '@heliograph/contracts'

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

/** A response with a JSON body. Fields that are undefined are left out. */
export function jsonResponse(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return { status, headers: { ...JSON_HEADERS, ...headers }, body: JSON.stringify(value) }
}
