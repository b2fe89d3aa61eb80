import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SubscriptionLink, SubscriptionLinks } from '@heliograph/contracts'

/** Of 32. Only the gateway can check a guess, and 2^64 guesses are out of reach there; characters cost money. */
const SIGNATURE_OCTETS = 8

/** The `SubscriptionLinks` service over a key of 32 octets. */
export function createSubscriptionLinks(key: Uint8Array): SubscriptionLinks {
  function sign({ clientId, direction, mobile }: SubscriptionLink): string {
    const mac = createHmac('sha256', key).update(`${direction} ${clientId} ${mobile}`).digest()
    return mac.subarray(0, SIGNATURE_OCTETS).toString('base64url')
  }
  return {
    sign,
    verify(link, signature) {
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(link))
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
