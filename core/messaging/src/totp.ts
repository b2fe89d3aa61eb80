import { createHmac } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The step at a moment (RFC 6238 section 4.2). */
export function stepOf(now: number): number {
  return Math.floor(now / 1_000 / STEP_SECONDS)
}

/** The six digits of a step (RFC 4226 section 5.3, with SHA-1 as in every authenticator app). */
export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac[mac.length - 1] as number) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step that a code belongs to, up to one early or late, and later than `after`; undefined when there is none. */
export function matchingStep(secret: Uint8Array, code: string, now: number, after: number): number | undefined {
  const present = stepOf(now)
  return [present, present - 1, present + 1].find((step) => step > after && codeOf(secret, step) === code)
}

/** What apps read from a QR code (Google Authenticator's Key Uri Format). */
export function otpauthUri(secret: Uint8Array, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(issuer)}`
}

/** RFC 4648 section 6, without padding. */
export function toBase32(octets: Uint8Array): string {
  const bits = [...octets].map((octet) => octet.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
