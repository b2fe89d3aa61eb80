import type { Run } from './configuration.ts'

export type Role = 'operator' | 'admin' | 'user'

/** A user who can log in. */
export interface TestUser {
  readonly userId: number
  readonly email: string
  readonly password: string
  readonly apiKey: string
}

/** The accounts that every test of the portal begins with. */
export interface TestAccounts {
  /** Client of the admin and of the user: prepaid, with one number. */
  readonly clientId: number
  readonly channelId: number
  /** The number of the channel. */
  readonly number: string
  /** The client of the operator. */
  readonly operatorClientId: number
  readonly users: Readonly<Record<Role, TestUser>>
}

const PASSWORD = 'correct horse battery staple'
const NUMBER = '27820001234'

/** Two clients: the deployment's own with the operator, and a customer with an admin and a user. */
export async function makeAccounts(run: Run): Promise<TestAccounts> {
  const { clientId: operatorClientId } = await addClient(run, 'Operations')
  const { clientId } = await addClient(run, 'Acme Ltd', '--credit', '1000', '--price', '0.05')
  const channel = ['--client', String(clientId), '--number', NUMBER, '--default']
  const { channelId } = await run<{ channelId: number }>('channel', 'add', ...channel)
  const operatorChannel = ['--client', String(operatorClientId), '--number', '27820005678', '--default']
  await run('channel', 'add', ...operatorChannel)
  const users = {
    operator: await addUser(run, operatorClientId, 'operator'),
    admin: await addUser(run, clientId, 'admin'),
    user: await addUser(run, clientId, 'user'),
  }
  return { clientId, channelId, number: NUMBER, operatorClientId, users }
}

function addClient(run: Run, name: string, ...more: readonly string[]): Promise<{ clientId: number }> {
  return run('client', 'add', '--name', name, '--rate-limit', '1000000', ...more)
}

async function addUser(run: Run, clientId: number, role: Role): Promise<TestUser> {
  const email = `${role}@example.com`
  const identity = ['--client', String(clientId), '--email', email, '--password', PASSWORD, '--role', role]
  const { userId } = await run<{ userId: number }>('user', 'add', ...identity)
  const { apiKey } = await run<{ apiKey: string }>('key', 'add', '--scope', 'portal', '--user', String(userId))
  return { userId, email, password: PASSWORD, apiKey }
}
