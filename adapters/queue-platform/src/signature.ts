import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpRequest } from '@heliograph/contracts'

/** Header in which the platform signs a request. */
export const SIGNATURE_HEADER = 'x-queue-signature'

/**
 * Whether a signature is good: Base64 of HMAC-SHA256 with the API key over the URL and then the octets of the body (specification, "Inbound events"). The URL that the
 * platform called is known only by its path and query: what stands before them is the configured address, or the request's own host with either scheme.
 */
export function isSigned(request: HttpRequest, signature: string, apiKey: string, publicUrl: string): boolean {
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`
  const { host = '' } = request.headers
  const bases = [publicUrl, `https://${host}`, `http://${host}`]
  const given = Buffer.from(signature.trim(), 'base64')
  // Each is compared, so that the time tells nothing of which one fits.
  return bases.map((base) => isEqual(given, sign(`${base}${target}`, request.body, apiKey))).includes(true)
}

function sign(url: string, body: Buffer, apiKey: string): Buffer {
  return createHmac('sha256', apiKey).update(url, 'utf8').update(body).digest()
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
