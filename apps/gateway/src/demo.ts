import { randomBytes } from 'node:crypto'
import { isGatewayError } from '@heliograph/contracts'
import type { Provisioning } from '@heliograph/engine'
import type { DataDir } from './data-dir.ts'

/**
 * The account that the demo sets up: a client with one user, who is the operator as well, so that one login shows
 * everything.
 */
export interface DemoAccount {
  readonly clientId: number
  readonly channelId: number
  readonly userId: number
  /** Present only at the first start that came to its end: the gateway cannot show a key again. */
  readonly apiKey?: string | undefined
}

/** The account as it is kept. */
interface SavedAccount extends DemoAccount {
  /** No start has come to its end yet, so that the account has no key. */
  readonly isKeyless?: boolean
}

const FILE = 'demo.json'
const CLIENT_NAME = 'Demo'
const NUMBER = '27820001234'
/**
 * The demo user's e-mail, which also serves as its login where an interface takes one (the SMPP system id, for
 * example).
 */
export const DEMO_EMAIL = 'demo@example.com'
/** A number that the simulated network delivers to. */
export const DEMO_RECIPIENT = '27821234567'

/**
 * Sets up the demo account at the first start, without a key. Resolves with undefined when the database already has
 * other accounts.
 */
export async function ensureDemoAccount(
  provisioning: Provisioning,
  dataDir: DataDir,
): Promise<SavedAccount | undefined> {
  const saved = await dataDir.read(FILE)
  if (saved !== undefined) return JSON.parse(saved) as SavedAccount
  const clients = await provisioning.listClients()
  // A demo account that a crash left unfinished has no file; it stays as it is and another one is made.
  if (clients.some((client) => client.name !== CLIENT_NAME)) return undefined
  const { clientId } = await provisioning.addClient({ name: CLIENT_NAME, credit: '100.00', price: '0.05' })
  const channelId = await addChannel(provisioning, clientId)
  const password = randomBytes(18).toString('base64url')
  const { userId } = await provisioning.addUser({ clientId, email: DEMO_EMAIL, password, role: 'operator' })
  const account = { clientId, channelId, userId, isKeyless: true }
  await dataDir.write(FILE, `${JSON.stringify(account)}\n`)
  return account
}

/** Adds the key to show, unless the account has one already. */
export async function showDemoKey(
  provisioning: Provisioning,
  dataDir: DataDir,
  { clientId, channelId, userId, isKeyless = false }: SavedAccount,
): Promise<DemoAccount> {
  const account = { clientId, channelId, userId }
  if (!isKeyless) return account
  const { apiKey } = await provisioning.addKey({ userId })
  await dataDir.write(FILE, `${JSON.stringify(account)}\n`)
  return { ...account, apiKey }
}

/**
 * Adds a channel with a number, so that the demo can receive, or with a sender text when an earlier attempt already
 * took the number.
 */
async function addChannel(provisioning: Provisioning, clientId: number): Promise<number> {
  try {
    return (await provisioning.addChannel({ clientId, number: NUMBER, isDefault: true })).channelId
  } catch (error) {
    if (!isGatewayError(error) || error.category !== 'conflict') throw error
    return (await provisioning.addChannel({ clientId, sender: 'DEMO', isDefault: true })).channelId
  }
}
