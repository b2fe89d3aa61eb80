import { randomBytes } from 'node:crypto'
import { knownSecrets } from './known-secrets.ts'
import type { Settings } from './settings.ts'

const FILE = 'admin.token'
const OCTETS = 32

/**
 * Resolves with the token that the admin port of this deployment requires: the configured one, else the one kept in the
 * data folder, which is generated when there is none. The demo requires none: only its own machine can reach it, and
 * all its data is made up.
 */
export async function resolveAdminToken(settings: Settings): Promise<string | undefined> {
  const { token } = settings.configuration.admin
  if (token !== undefined || settings.isDemo) return token
  return learn(await settings.dataDir.writeOnce(FILE, `${randomBytes(OCTETS).toString('base64url')}\n`))
}

/**
 * Resolves with the token that a command sends; undefined when no gateway has generated one, perhaps because it
 * requires none.
 */
export async function findAdminToken(settings: Settings): Promise<string | undefined> {
  const { token } = settings.configuration.admin
  if (token !== undefined) return token
  const text = await settings.dataDir.read(FILE)
  return text === undefined ? undefined : learn(text)
}

function learn(text: string): string {
  const token = text.trim()
  knownSecrets.add(token)
  return token
}
