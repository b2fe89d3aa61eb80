import { createHmac } from 'node:crypto'
import type { ReceiptSignature } from '@heliograph/contracts'
import type { Secrets } from './channel-secrets.ts'

/** `User-Agent` of every webhook (specification, "Signature"). */
export const USER_AGENT = 'Gateway-Webhook/1.0'

/** What a signature covers. */
export interface SignedContent {
  /** The same on every attempt, so that the receiver can recognise a repetition. */
  readonly id: string
  /** Seconds since the epoch of the first attempt. */
  readonly signedAt: number
  /** The octets sent. */
  readonly body: Uint8Array
}

/**
 * The headers that prove where a webhook comes from.
 *
 * `X-Signature` is the specification's: HMAC-SHA256 of the body under the secret as UTF-8, in hexadecimal. The
 * `webhook-` headers are those of Standard Webhooks 1.0, which allows them beside older ones under the same secret. Its
 * libraries read a secret as Base64, so there are two signatures in the list, for the secret as text and for the secret
 * decoded; a receiver accepts when one of them fits.
 *
 * While a secret is being changed there are two: `X-Signature` uses the one that receivers have, `X-Signature-Next` the
 * new one, and the list has both.
 *
 * @param secrets those in force, see `secretsInForce`
 */
export function signWebhook([secret, next]: Secrets, { id, signedAt, body }: SignedContent): Record<string, string> {
  const specified = (key: string) => `sha256=${hmac(key, body).digest('hex')}`
  const standard = (key: string | Buffer) => `v1,${hmac(key, `${id}.${signedAt}.`, body).digest('base64')}`
  const standards = (key: string) => `${standard(key)} ${standard(Buffer.from(key, 'base64'))}`
  const headers: Record<string, string> = {
    'X-Signature': specified(secret),
    'webhook-id': id,
    'webhook-timestamp': String(signedAt),
    'webhook-signature': next === undefined ? standards(secret) : `${standards(secret)} ${standards(next)}`,
  }
  if (next !== undefined) headers['X-Signature-Next'] = specified(next)
  return headers
}

/** The value of a signature in the form of an interface, under the secret that receivers have. */
export function signAsInterface([secret]: Secrets, { algorithm, encoding, text }: ReceiptSignature): string {
  return createHmac(algorithm, secret).update(text).digest(encoding)
}

function hmac(key: string | Buffer, ...content: readonly (string | Uint8Array)[]) {
  const digest = createHmac('sha256', key)
  for (const octets of content) digest.update(octets)
  return digest
}
