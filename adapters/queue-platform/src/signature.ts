import { createHmac, timingSafeEqual } from 'node:crypto'
import type { HttpRequest } from '@heliograph/contracts'

/** Header in which the platform signs a request. */
export const SIGNATURE_HEADER = 'x-queue-signature'

/**
 * Returns whether a signature is valid: Base64 of HMAC-SHA256 with the API key over the URL and then the octets of the
 * body (specification, "Inbound events"). Only the path and query of the URL that the platform called are known; before
 * them comes the configured address, or the request's own host with either scheme.
 */
export function isSigned(request: HttpRequest, signature: string, apiKey: string, publicUrl: string): boolean {
  const target = request.query === '' ? request.path : `${request.path}?${request.query}`
  const { host = '' } = request.headers
  const bases = [publicUrl, `https://${host}`, `http://${host}`]
  const given = Buffer.from(signature.trim(), 'base64')
  // All of them are compared, so that the time does not reveal which one fits.
  return bases.map((base) => isEqual(given, sign(`${base}${target}`, request.body, apiKey))).includes(true)
}

function sign(url: string, body: Buffer, apiKey: string): Buffer {
  return createHmac('sha256', apiKey).update(url, 'utf8').update(body).digest()
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
