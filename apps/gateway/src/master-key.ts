import { randomBytes } from 'node:crypto'
import { CommandError } from './command-error.ts'
import type { DataDir } from './data-dir.ts'

const FILE = 'master.key'
const OCTETS = 32

/**
 * The key under which the deployment's secrets are sealed: the configured one, else the one kept in the data folder,
 * which is generated when there is none. Throws `CommandError` for a key that is not 32 octets in hexadecimal or
 * Base64.
 */
export async function resolveMasterKey(configured: string | undefined, dataDir: DataDir): Promise<Buffer> {
  const found = await findMasterKey(configured, dataDir)
  if (found !== undefined) return found
  return parseMasterKey(await dataDir.writeOnce(FILE, `${randomBytes(OCTETS).toString('hex')}\n`), FILE)
}

/** Like `resolveMasterKey`, but resolves with undefined when the key would have to be generated. */
export async function findMasterKey(configured: string | undefined, dataDir: DataDir): Promise<Buffer | undefined> {
  if (configured !== undefined) return parseMasterKey(configured, 'security.masterKey')
  const text = await dataDir.read(FILE)
  return text === undefined ? undefined : parseMasterKey(text, `${dataDir.path}/${FILE}`)
}

/** Parses a key as operators write it. */
export function parseMasterKey(text: string, source: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)
  if (key.length === OCTETS && (isBase64 || trimmed.length === 2 * OCTETS)) return key
  throw new CommandError(
    'bad-master-key',
    `${source} is not ${OCTETS} octets in hexadecimal or Base64. Make one with: openssl rand -hex ${OCTETS}`,
  )
}
