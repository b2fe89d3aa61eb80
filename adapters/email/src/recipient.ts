import { domainToUnicode } from 'node:url'
import { normaliseNumber } from '@heliograph/messaging'

/** The number that a recipient of a mail stands for, in E.164 digits, or why there is none. */
export type Recipient =
  | { readonly kind: 'number'; readonly to: string }
  | { readonly kind: 'unknown-domain' }
  | { readonly kind: 'no-number' }

/**
 * Reads `<number>@<domain>`. The number is international, with or without `+`, or national in `country`.
 *
 * @param domain as `comparableDomain` returns it
 */
export function readRecipient(address: string, domain: string, country: string): Recipient {
  const at = address.lastIndexOf('@')
  if (at < 0 || comparableDomain(address.slice(at + 1)) !== domain) return { kind: 'unknown-domain' }
  const to = normaliseNumber(address.slice(0, at), 'local', country)
  return to === undefined ? { kind: 'no-number' } : { kind: 'number', to }
}

/** Returns a domain in the form for comparison: lower case, no punycode. */
export function comparableDomain(domain: string): string {
  return domainToUnicode(domain.toLowerCase()) || domain.toLowerCase()
}
