import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'
import { GatewayError, type SubscriptionLinks } from '@heliograph/contracts'
import { createSubscriptionLinks } from '@heliograph/messaging'
import type { Sql } from '../database/database.ts'

/** Seals and hashes what the database holds under the deployment's master key. */
export interface SecretBox {
  /**
   * AES-256-GCM: one octet format version, 12 octets nonce, 16 octets tag, then the encrypted text. Every call returns
   * different octets.
   */
  seal(text: string): Buffer
  /** Throws `internal`/`unsealing-failed` for octets that were damaged or sealed under another key. */
  open(sealed: Uint8Array): string
  /** HMAC-SHA256 of the first 8 characters of an API key, which are its SMPP password. */
  smppHash(apiKey: string): Buffer
  /** HMAC-SHA256 of what somebody has given as account, by which attempts to log in are counted. */
  accountHash(account: string): Buffer
  /** HMAC-SHA256 of the number of a contact of a client, for one that was erased. */
  contactHash(clientId: number, mobile: string): Buffer
  /** Signs the links to opt out and in by that texts contain. */
  readonly links: SubscriptionLinks
}

const MASTER_KEY_OCTETS = 32
const SEAL_VERSION = 1
const NONCE_OCTETS = 12
const TAG_OCTETS = 16
const HEADER_OCTETS = 1 + NONCE_OCTETS + TAG_OCTETS

/**
 * Creates the box of a deployment. Each purpose gets a key of its own, derived from the master key (HKDF-SHA256, RFC
 * 5869).
 */
export function createSecretBox(masterKey: Uint8Array): SecretBox {
  if (masterKey.length !== MASTER_KEY_OCTETS) {
    throw new GatewayError('invalid', 'bad-master-key', `The master key must have ${MASTER_KEY_OCTETS} octets`)
  }
  const sealKey = deriveKey(masterKey, 'heliograph seal')
  const smppKey = deriveKey(masterKey, 'heliograph smpp password')
  const accountKey = deriveKey(masterKey, 'heliograph log-in account')
  const contactKey = deriveKey(masterKey, 'heliograph erased contact')

  function seal(text: string): Buffer {
    const nonce = randomBytes(NONCE_OCTETS)
    const cipher = createCipheriv('aes-256-gcm', sealKey, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([Buffer.of(SEAL_VERSION), nonce, cipher.getAuthTag(), sealed])
  }

  function open(sealed: Uint8Array): string {
    const octets = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
    if (octets.length < HEADER_OCTETS || octets[0] !== SEAL_VERSION) throw unsealingFailed()
    try {
      const decipher = createDecipheriv('aes-256-gcm', sealKey, octets.subarray(1, 1 + NONCE_OCTETS))
      decipher.setAuthTag(octets.subarray(1 + NONCE_OCTETS, HEADER_OCTETS))
      return Buffer.concat([decipher.update(octets.subarray(HEADER_OCTETS)), decipher.final()]).toString('utf8')
    } catch (error) {
      throw unsealingFailed(error)
    }
  }

  return {
    seal,
    open,
    links: createSubscriptionLinks(deriveKey(masterKey, 'heliograph subscription link')),
    smppHash: (apiKey) => createHmac('sha256', smppKey).update(apiKey.slice(0, 8)).digest(),
    accountHash: (account) => createHmac('sha256', accountKey).update(account).digest(),
    contactHash: (clientId, mobile) => createHmac('sha256', contactKey).update(`${clientId} ${mobile}`).digest(),
  }
}

function deriveKey(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, 32))
}

function unsealingFailed(cause?: unknown): GatewayError {
  return new GatewayError('internal', 'unsealing-failed', 'A sealed secret could not be opened', { cause })
}

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

/** A new security key of a channel (or shared secret of a webhook): 64 letters and digits. */
export function generateSecurityKey(): string {
  return randomText(64)
}

const KEY_CHECK = 'heliograph master key'

/**
 * Makes sure that the deployment's secrets are sealed under this master key. The first start leaves a mark; later ones
 * open it. Throws `invalid`/`wrong-master-key`.
 */
export async function verifyDeploymentKey(sql: Sql, box: SecretBox): Promise<void> {
  await sql`update deployment set key_check = ${box.seal(KEY_CHECK)}::bytea where key_check is null`
  const [row] = await sql<{ key_check: Buffer }[]>`select key_check from deployment`
  if (row !== undefined && opensTo(box, row.key_check, KEY_CHECK)) return
  throw new GatewayError(
    'invalid',
    'wrong-master-key',
    'This database belongs to another master key. Set security.masterKey to the key the deployment was first started with, or start with the data folder that holds it.',
  )
}

function opensTo(box: SecretBox, sealed: Uint8Array, text: string): boolean {
  try {
    return timingSafeEqual(Buffer.from(box.open(sealed)), Buffer.from(text))
  } catch {
    return false
  }
}
