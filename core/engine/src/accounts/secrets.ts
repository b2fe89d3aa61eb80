import { createHash, randomInt } from 'node:crypto'

/**
 * SHA-256 of an API key, by which it is stored and found. Keys are random, so neither a salt nor a slow hash is needed.
 */
export function hashKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}

const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` letters and digits, each equally likely. */
function randomText(length: number): string {
  return Array.from({ length }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join('')
}

/** A new API key: 40 letters and digits without a constant prefix, because the first 8 serve as SMPP password. */
export function generateApiKey(): string {
  return randomText(40)
}

/** A first password, to be handed over. */
export function generatePassword(): string {
  return randomText(20)
}

/** A new security key of a channel (or shared secret of a webhook): 64 letters and digits. */
export function generateSecurityKey(): string {
  return randomText(64)
}
