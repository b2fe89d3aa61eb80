import { randomBytes } from 'node:crypto'
import type { MasterKeys } from '@heliograph/engine'
import { CommandError } from './command-error.ts'
import type { DataDir } from './data-dir.ts'
import type { GatewayConfiguration } from './settings.ts'

const FILE = 'master.key'
/** Keys that were retired, one a line; nothing reads them. */
export const RETIRED = 'master.key.retired'
const OCTETS = 32

type Security = GatewayConfiguration['sections']['security']

/**
 * The keys under which the deployment's secrets are sealed: the configured ones, else those kept in the data folder,
 * where one is generated when there is none. Throws `CommandError` for a key that is not 32 octets in hexadecimal or
 * Base64.
 */
export async function resolveMasterKeys(security: Security, dataDir: DataDir): Promise<MasterKeys> {
  const found = await findMasterKeys(security, dataDir)
  if (found !== undefined) return found
  return withOthers(parseKeyFile(await dataDir.writeOnce(FILE, formatKeys([generateMasterKey()])), FILE), security)
}

/** Like `resolveMasterKeys`, but resolves with undefined when the key would have to be generated. */
export async function findMasterKeys(security: Security, dataDir: DataDir): Promise<MasterKeys | undefined> {
  const { masterKey } = security
  if (masterKey !== undefined) return withOthers([parseMasterKey(masterKey, 'security.masterKey')], security)
  const kept = await readKeptKeys(dataDir)
  return kept && withOthers(kept, security)
}

/** The keys in the data folder, one a line: the first seals. Undefined when there are none. */
export async function readKeptKeys(dataDir: DataDir): Promise<MasterKeys | undefined> {
  const text = await dataDir.read(FILE)
  return text === undefined ? undefined : parseKeyFile(text, `${dataDir.path}/${FILE}`)
}

export function writeKeptKeys(dataDir: DataDir, keys: MasterKeys): Promise<void> {
  return dataDir.write(FILE, formatKeys(keys))
}

/** Keeps a key that no node has any more: copies of the database from before still need it. */
export async function keepRetiredKey(dataDir: DataDir, key: Uint8Array): Promise<void> {
  await dataDir.write(RETIRED, `${(await dataDir.read(RETIRED)) ?? ''}${formatKeys([key])}`)
}

export function generateMasterKey(): Buffer {
  return randomBytes(OCTETS)
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

function withOthers([current, ...others]: MasterKeys, { otherMasterKeys }: Security): MasterKeys {
  const given = otherMasterKeys.map((text, index) => parseMasterKey(text, `security.otherMasterKeys[${index}]`))
  return [current, ...others, ...given]
}

function parseKeyFile(text: string, source: string): MasterKeys {
  const [first = '', ...others] = text.split('\n').filter((line) => line.trim() !== '')
  return [parseMasterKey(first, source), ...others.map((line) => parseMasterKey(line, source))]
}

function formatKeys(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('hex')}\n`).join('')
}
