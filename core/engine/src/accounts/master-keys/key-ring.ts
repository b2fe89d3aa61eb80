import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { GatewayError } from '@heliograph/contracts'
import type { MasterKeys } from '../../engine-options.ts'

/** Several master keys by their ids. */
export interface KeyRing {
  /** The key that seals is the first. */
  readonly ids: readonly [string, ...string[]]
  /** The id of the key whose seals name no key. */
  readonly firstKey: string
  seal(text: string): Buffer
  /** Throws `internal`/`unknown-master-key`, or `internal`/`unsealing-failed`. */
  open(sealed: Uint8Array): string
  /** The master key itself; undefined when the ring does not have it. */
  find(id: string): Uint8Array | undefined
  /** The key that access tokens are signed with under a master key; undefined when the ring does not have it. */
  tokenKey(id: string): Uint8Array | undefined
}

const MASTER_KEY_OCTETS = 32

/** `NAMELESS` is of the first key and is followed by the nonce; `NAMED` is followed by the key's id. */
const NAMELESS = 1
const NAMED = 2
const ID_OCTETS = 4
const NONCE_OCTETS = 12
const TAG_OCTETS = 16

/**
 * Puts master keys on a ring. Seals of the deployment's first key (`firstKey`) name no key: so they did before there
 * could be several, and so nodes of an earlier release still read what is sealed before the first change of keys.
 */
export function createKeyRing(masterKeys: MasterKeys, firstKey: string = masterKeyId(masterKeys[0])): KeyRing {
  const [current, ...others] = masterKeys
  const ids = [masterKeyId(current), ...others.map(masterKeyId)] as const
  const byId = new Map(masterKeys.map((key) => [masterKeyId(key), keysOf(key)]))
  const sealKey = deriveKey(current, 'heliograph seal')
  const header = ids[0] === firstKey ? Buffer.of(NAMELESS) : Buffer.concat([Buffer.of(NAMED), idOctets(ids[0])])
  return {
    ids,
    firstKey,
    find: (id) => byId.get(id)?.key,
    tokenKey: (id) => byId.get(id)?.tokenKey,
    seal: (text) => Buffer.concat([header, encrypt(sealKey, text)]),
    open(sealed) {
      const octets = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      const id = octets[0] === NAMELESS ? firstKey : octets[0] === NAMED ? nameIn(octets) : undefined
      if (id === undefined) throw unsealingFailed()
      const opener = byId.get(id)
      if (opener === undefined) throw unknownMasterKey(id)
      return decrypt(opener.sealKey, octets.subarray(octets[0] === NAMELESS ? 1 : 1 + ID_OCTETS))
    },
  }
}

function keysOf(key: Uint8Array) {
  return {
    key,
    sealKey: deriveKey(key, 'heliograph seal'),
    tokenKey: deriveKey(key, 'heliograph access token'),
  }
}

/** Tells a master key from others without giving it away: 8 hexadecimal digits. */
export function masterKeyId(masterKey: Uint8Array): string {
  if (masterKey.length !== MASTER_KEY_OCTETS)
    throw new GatewayError('invalid', 'bad-master-key', `The master key must have ${MASTER_KEY_OCTETS} octets`)
  return deriveKey(masterKey, 'heliograph key id').toString('hex', 0, ID_OCTETS)
}

/** The key of one purpose (HKDF-SHA256, RFC 5869): the master key cannot be found from it. */
export function deriveKey(masterKey: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), purpose, 32))
}

function idOctets(id: string): Buffer {
  return Buffer.from(id, 'hex')
}

function nameIn(octets: Buffer): string {
  return octets.toString('hex', 1, 1 + ID_OCTETS)
}

function encrypt(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_OCTETS)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted])
}

function decrypt(key: Buffer, octets: Buffer): string {
  if (octets.length < NONCE_OCTETS + TAG_OCTETS) throw unsealingFailed()
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, octets.subarray(0, NONCE_OCTETS))
    decipher.setAuthTag(octets.subarray(NONCE_OCTETS, NONCE_OCTETS + TAG_OCTETS))
    const encrypted = octets.subarray(NONCE_OCTETS + TAG_OCTETS)
    return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8')
  } catch (error) {
    throw unsealingFailed(error)
  }
}

function unsealingFailed(cause?: unknown): GatewayError {
  return new GatewayError('internal', 'unsealing-failed', 'A sealed secret could not be opened', { cause })
}

function unknownMasterKey(id: string): GatewayError {
  return new GatewayError(
    'internal',
    'unknown-master-key',
    `A secret is sealed under the master key ${id}, which this node does not have. Add that key to security.otherMasterKeys, or to master.key in the data folder, and reload.`,
  )
}
