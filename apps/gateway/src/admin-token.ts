import { randomBytes } from 'node:crypto'
import { knownSecrets } from './known-secrets.ts'
import type { Settings } from './settings.ts'

const FILE = 'admin.token'
const OCTETS = 32

/**
 * What the admin port of this deployment wants: the configured token, else the one kept in the data folder, which is made when there is none. The demo wants none:
 * it is reached from its own machine only, and has nothing but what it makes up.
 */
export async function resolveAdminToken(settings: Settings): Promise<string | undefined> {
  const { token } = settings.configuration.admin
  if (token !== undefined || settings.isDemo) return token
  return learn(await settings.dataDir.writeOnce(FILE, `${randomBytes(OCTETS).toString('base64url')}\n`))
}

/** The token for a command to bring along: undefined when no gateway has made one, which may then be one that wants none. */
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
