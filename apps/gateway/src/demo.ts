import { randomBytes } from 'node:crypto'
import { isGatewayError } from '@heliograph/contracts'
import type { Provisioning } from '@heliograph/engine'
import type { DataDir } from './data-dir.ts'

/** The account that the demo sets up: a client, and a user of it who is the operator as well, so that one log-in shows everything. */
export interface DemoAccount {
  readonly clientId: number
  readonly channelId: number
  readonly userId: number
  /** Only at the start that made it: the gateway keeps no key it could show again. */
  readonly apiKey?: string | undefined
}

const FILE = 'demo.json'
const CLIENT_NAME = 'Demo'
const NUMBER = '27820001234'
/** Also what clients of the demo log in with that have no API key to show: a system id, say. */
export const DEMO_EMAIL = 'demo@example.com'
/** A number that the simulated network delivers to. */
export const DEMO_RECIPIENT = '27821234567'

/** Sets the demo's account up at the first start. Undefined when the database already has accounts of its own. */
export async function ensureDemoAccount(
  provisioning: Provisioning,
  dataDir: DataDir,
): Promise<DemoAccount | undefined> {
  const saved = await dataDir.read(FILE)
  if (saved !== undefined) return JSON.parse(saved) as DemoAccount
  const clients = await provisioning.listClients()
  // One that a crash cut short has no file; it is left as it is and another one made.
  if (clients.some((client) => client.name !== CLIENT_NAME)) return undefined
  const { clientId } = await provisioning.addClient({ name: CLIENT_NAME, credit: '100.00', price: '0.05' })
  const channelId = await addChannel(provisioning, clientId)
  const password = randomBytes(18).toString('base64url')
  const { userId } = await provisioning.addUser({ clientId, email: DEMO_EMAIL, password, role: 'operator' })
  const { apiKey } = await provisioning.addKey({ userId })
  await dataDir.write(FILE, `${JSON.stringify({ clientId, channelId, userId })}\n`)
  return { clientId, channelId, userId, apiKey }
}

/** A number, so that the demo can receive; a sender when an earlier attempt already took it. */
async function addChannel(provisioning: Provisioning, clientId: number): Promise<number> {
  try {
    return (await provisioning.addChannel({ clientId, number: NUMBER, isDefault: true })).channelId
  } catch (error) {
    if (!isGatewayError(error) || error.category !== 'conflict') throw error
    return (await provisioning.addChannel({ clientId, sender: 'DEMO', isDefault: true })).channelId
  }
}
