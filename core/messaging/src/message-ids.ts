const HEX: readonly string[] = Array.from({ length: 256 }, (_, octet) => octet.toString(16).padStart(2, '0'))

const SALT_OCTETS = 16
const TWO_POW_32 = 2 ** 32
const MAX_TIME_MS = 2 ** 48 - 1
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** What a generated message id contains. */
export interface GeneratedMessageId {
  readonly smsId: number
  /** When the message was accepted, in Unix milliseconds. */
  readonly acceptedAtMs: number
}

/**
 * The message id of a message whose client gave none: a version-7 UUID (RFC 9562, 5.7) that carries the internal
 * number, so that it need not be stored.
 *
 * 48 bits are the time, 12 bits a tag of the deployment, 62 bits the internal number XORed with the deployment's salt.
 * The ids of two deployments therefore differ, and the gateway can tell its own ids from foreign ones. The salt hides
 * nothing: two ids of one deployment show how far apart their numbers are.
 *
 * `salt` has 16 octets and never changes in a deployment. `smsId` is a positive safe integer. Throws `RangeError` for
 * anything else.
 */
export function formatMessageId(salt: Uint8Array, smsId: number, acceptedAtMs: number): string {
  checkSalt(salt)
  if (!Number.isSafeInteger(smsId) || smsId < 1) throw new RangeError(`not an internal message number: ${smsId}`)
  if (!(acceptedAtMs >= 0 && acceptedAtMs <= MAX_TIME_MS)) throw new RangeError(`not a time: ${acceptedAtMs}`)
  const timeHigh = Math.floor(acceptedAtMs / TWO_POW_32)
  const timeLow = acceptedAtMs >>> 0
  const high = (Math.floor(smsId / TWO_POW_32) ^ wordOf(salt, 0)) & 0x3fffffff
  const low = smsId ^ wordOf(salt, 4)
  return (
    `${hex(timeHigh >>> 8)}${hex(timeHigh)}${hex(timeLow >>> 24)}${hex(timeLow >>> 16)}-${hex(timeLow >>> 8)}${hex(timeLow)}` +
    `-${hex(0x70 | (tagOf(salt) >>> 8))}${hex(tagOf(salt))}-${hex(0x80 | (high >>> 24))}${hex(high >>> 16)}` +
    `-${hex(high >>> 8)}${hex(high)}${hex(low >>> 24)}${hex(low >>> 16)}${hex(low >>> 8)}${hex(low)}`
  )
}

/**
 * Reads an id that `formatMessageId` made with the same salt; undefined for any other text. Letters may be of either
 * case.
 */
export function parseMessageId(salt: Uint8Array, text: string): GeneratedMessageId | undefined {
  checkSalt(salt)
  if (text.length !== 36 || !UUID_V7.test(text)) return undefined
  if (Number.parseInt(text.slice(15, 18), 16) !== tagOf(salt)) return undefined
  const high = (Number.parseInt(text.slice(19, 23) + text.slice(24, 28), 16) ^ wordOf(salt, 0)) & 0x3fffffff
  const low = (Number.parseInt(text.slice(28), 16) ^ wordOf(salt, 4)) >>> 0
  const smsId = high * TWO_POW_32 + low
  if (!Number.isSafeInteger(smsId) || smsId < 1) return undefined
  return { smsId, acceptedAtMs: Number.parseInt(text.slice(0, 8) + text.slice(9, 13), 16) }
}

function hex(octet: number): string {
  return HEX[octet & 0xff] ?? ''
}

function wordOf(salt: Uint8Array, offset: number): number {
  return (
    ((salt[offset] ?? 0) << 24) |
    ((salt[offset + 1] ?? 0) << 16) |
    ((salt[offset + 2] ?? 0) << 8) |
    (salt[offset + 3] ?? 0)
  )
}

/** Twelve bits of the salt that its words above do not use. */
function tagOf(salt: Uint8Array): number {
  return (((salt[8] ?? 0) << 8) | (salt[9] ?? 0)) & 0xfff
}

function checkSalt(salt: Uint8Array): void {
  if (salt.length !== SALT_OCTETS) throw new RangeError(`the salt has ${salt.length} octets instead of ${SALT_OCTETS}`)
}
