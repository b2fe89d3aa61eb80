import type { OutboundReply } from './http-client.ts'

/**
 * For how many milliseconds the other server wants to be left alone, by its header `Retry-After` in seconds or as a
 * date (RFC 9110 section 10.2.3); undefined when it does not say so, or not in a form that can be read.
 *
 * @param now by the clock of the context, in milliseconds since the epoch
 * @stability stable
 */
export function retryAfterMs({ headers }: Pick<OutboundReply, 'headers'>, now: number): number | undefined {
  const value = headers['retry-after']?.trim() ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
