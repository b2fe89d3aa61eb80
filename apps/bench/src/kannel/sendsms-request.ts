import type { RequestKind } from '../generator/job.ts'
import { PLACES } from '../generator/request-template.ts'

/** The Kannel account that the generator uses. */
export const KANNEL_USER = 'bench'
export const KANNEL_PASSWORD = 'bench'
const SENDER = '27820001234'
/** Kannel's dlr-mask for delivered and undeliverable. */
const FINAL_RECEIPTS = '3'

/**
 * GET of Kannel's sendsms: one message to one recipient.
 *
 * @param callback - the URL that Kannel calls for receipts; undefined for no receipts
 */
export function sendsmsRequest(host: string, callback: string | undefined): RequestKind {
  const query = new URLSearchParams({
    username: KANNEL_USER,
    password: KANNEL_PASSWORD,
    from: SENDER,
    ...(callback !== undefined && { 'dlr-mask': FINAL_RECEIPTS, 'dlr-url': callback }),
    to: PLACES.recipient,
    text: PLACES.text,
  })
  const request = `GET /cgi-bin/sendsms?${query} HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  return { kind: 'text', request, mark: '0: Accepted for delivery' }
}
