import { defineService, type ServiceToken } from './service.ts'

/** What a link to opt out or in by stands for. @stability stable */
export interface SubscriptionLink {
  readonly clientId: number
  readonly direction: 'out' | 'in'
  /** E.164 digits without `+`. */
  readonly mobile: string
}

/**
 * The signature of the links that the gateway writes into texts, as their query parameter `s`. It shows that the
 * gateway wrote the link, so that only the reader of the message has it; a link without one can be anyone's.
 *
 * 11 characters of base64url: 64 bits of an HMAC-SHA256 under a key that is derived from the deployment's master key.
 * Signatures do not expire, and are good on every node of a deployment.
 * @stability stable
 */
export interface SubscriptionLinks {
  sign(link: SubscriptionLink): string
  /** Takes the same time for every wrong signature. */
  verify(link: SubscriptionLink, signature: string): boolean
}

export const SubscriptionLinks: ServiceToken<SubscriptionLinks> = defineService('heliograph.subscription-links')
