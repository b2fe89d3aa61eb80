import type { IncomingNotice, ReceiptRequest } from '@heliograph/contracts'
import { encodeGsm, isGsmText } from '@heliograph/messaging'
import { type ClientMethod, clientRequest } from './client-request.ts'

/** How incoming SMS are written. */
export interface IncomingForm {
  readonly method: ClientMethod
  /** What stands for the connector that it came by, which is not known. */
  readonly origin: string
}

/** Values of `coding`. */
const CODING = { gsm: 0, ucs2: 8 } as const

/** Writes an incoming SMS as an HTTP client connector of Jasmin does, to be acknowledged. */
export function formatIncoming(notice: IncomingNotice, { method, origin }: IncomingForm): ReceiptRequest {
  const { from, incomingId, text, to, url } = notice
  const { coding, octets } = encode(text)
  const fields = new URLSearchParams({
    id: String(incomingId),
    from,
    to,
    'origin-connector': origin,
    priority: '0',
    coding: String(coding),
    binary: octets.toString('hex'),
  })
  return clientRequest(method, url, `${fields}&content=${escapeOctets(octets)}`)
}

/**
 * The octets of a text, of which receivers get those that a network sends. Many of them take coding 0 for ASCII, others
 * for GSM 03.38: it is used for texts that are the same in both.
 */
function encode(text: string): { readonly coding: number; readonly octets: Buffer } {
  const ascii = Buffer.from(text, 'latin1')
  if (isGsmText(text) && encodeGsm(text).equals(ascii)) return { coding: CODING.gsm, octets: ascii }
  return { coding: CODING.ucs2, octets: Buffer.from(text, 'utf16le').swap16() }
}

/** Octets in the percent-encoding of forms, which need be no text. */
function escapeOctets(octets: Buffer): string {
  return Array.from(octets, (octet) => `%${octet.toString(16).padStart(2, '0').toUpperCase()}`).join('')
}
