import type { PriorityName, Role } from '@heliograph/contracts'
import { type Deployment, heliograph } from './cli.ts'

/** More than any generator can send: the limit is checked but never reached. */
const RATE_LIMIT = '1000000000'

/** A client that pays for every message, so that accounting is part of the measurement. */
export interface Account {
  readonly clientId: string
  /** A key of a user who sends with the interface's own priority. */
  readonly apiKey: string
}

/** The e-mail of that user, which is also its system id. */
export const SYSTEM_ID = emailOf('plain')

const SMPP_PASSWORD_LENGTH = 8

/** Returns the SMPP password, which is the beginning of an API key. */
export function smppPasswordOf(apiKey: string): string {
  return apiKey.slice(0, SMPP_PASSWORD_LENGTH)
}

/** The names that distinguish one client from others. */
export interface AccountNames {
  readonly name: string
  readonly number: string
  readonly user: string
}

const BENCH: AccountNames = { name: 'Bench', number: '27820001234', user: 'plain' }

export async function addAccount(deployment: Deployment, { name, number, user } = BENCH): Promise<Account> {
  const client = await heliograph(deployment, [
    'client',
    'add',
    '--name',
    name,
    '--credit',
    '1000000000',
    '--price',
    '0.05',
    '--rate-limit',
    RATE_LIMIT,
  ])
  const clientId = String(client.clientId)
  await heliograph(deployment, ['channel', 'add', '--client', clientId, '--number', number, '--default'])
  return { clientId, apiKey: await addUser(deployment, clientId, user, []) }
}

/** Adds a user with this priority and resolves with its key. */
export function addKey(deployment: Deployment, clientId: string, priority: PriorityName): Promise<string> {
  return addUser(deployment, clientId, priority, ['--priority', priority])
}

/** Adds a channel and a user who sees only this channel. */
export async function addChannelKey(
  deployment: Deployment,
  clientId: string,
  number: string,
): Promise<{ readonly channelId: string; readonly apiKey: string }> {
  const channel = await heliograph(deployment, ['channel', 'add', '--client', clientId, '--number', number])
  const channelId = String(channel.channelId)
  return { channelId, apiKey: await addUser(deployment, clientId, 'channel', ['--channel', channelId]) }
}

/** Adds a user of this role and resolves with a key that reaches the API of the portal. */
export function addPortalKey(deployment: Deployment, clientId: string, role: Role): Promise<string> {
  return addUser(deployment, clientId, role, ['--role', role], ['--scope', 'portal'])
}

async function addUser(
  deployment: Deployment,
  clientId: string,
  name: string,
  options: readonly string[],
  ofKey: readonly string[] = [],
): Promise<string> {
  const email = emailOf(name)
  const user = await heliograph(deployment, [
    'user',
    'add',
    '--client',
    clientId,
    '--email',
    email,
    '--password',
    'bench-password-1',
    ...options,
  ])
  const key = await heliograph(deployment, ['key', 'add', '--user', String(user.userId), ...ofKey])
  return String(key.apiKey)
}

function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.com`
}
