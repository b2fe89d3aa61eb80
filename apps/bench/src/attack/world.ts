import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { machinePace } from '@heliograph/testkit'
import { type BenchGateway, openBenchGateway, requireOwn } from '../gateway/bench-gateway.ts'
import { heliograph } from '../gateway/cli.ts'
import { ADMIN_TOKEN } from '../gateway/gateway-plan.ts'
import { SIMULATOR } from '../gateway/simulator-admin.ts'
import { CLIENT_NUMBER, EMAIL, planOf, type ServerName } from './configuration.ts'
import { type MeterReading, readMeter } from './gateway-meter.ts'
import { send } from './http-client.ts'
import { logIn, type PortalClient } from './portal-client.ts'

/** A user of the deployment under attack, as the attacker knows it. */
export interface AttackUser {
  readonly clientId: number
  readonly userId: number
  readonly email: string
  readonly password: string
  /** Its session in the portal. */
  readonly session: PortalClient
}

export interface UserDraft {
  readonly role?: 'operator' | 'admin' | 'user'
  readonly channelId?: number
  /** Absent: a client of its own is made. */
  readonly clientId?: number
}

/** A gateway under attack, with a client in it, and what attackers need. */
export interface AttackWorld {
  readonly http: URL
  readonly gateway: BenchGateway
  readonly smppPort: number
  readonly emailPort: number
  /** A session of an operator without a second factor, for setting the stage. */
  readonly operator: PortalClient
  /** Adds a user, by default the admin of a new client with a channel. */
  addUser(draft?: UserDraft): Promise<AttackUser>
  addKey(user: AttackUser): Promise<string>
  /** A channel with a new number. */
  addChannel(clientId: number): Promise<{ readonly channelId: number; readonly number: string }>
  /** An address that was not used before, so that the limits of one attack do not fall upon another. */
  newAddress(): string
  /** What the gateway went through while `run` went on. */
  measure(run: () => Promise<unknown>): Promise<MeterReading & { readonly grownMebibytes: number }>
  /** How many processes of the gateway have ended. */
  deaths(): number
  /** Makes an SMS arrive. */
  incoming(message: { readonly from: string; readonly to: string; readonly text: string }): Promise<void>
  /** Waits until a condition holds; rejects after a minute. */
  until(isTrue: () => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

export interface AttackWorldOptions {
  readonly server: ServerName
  readonly parent: string
  readonly keep: boolean
  readonly set: readonly string[]
}

const PASSWORD = 'a long enough password'

export async function openAttackWorld({ server, parent, keep, set }: AttackWorldOptions): Promise<AttackWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-attack-'))
  const socket = join(folder, 'meter')
  const preload = new URL(`../../bin/attack-meter.mjs?socket=${encodeURIComponent(socket)}`, import.meta.url)
  const gateway = await openBenchGateway({
    parent,
    keep,
    set,
    plan: planOf(server),
    nodeOptions: ['--import', preload.href],
  })
  let deaths = 0
  gateway.signal.addEventListener('abort', () => (deaths += 1))
  let numbers = 0
  const next = () => (numbers += 1)
  const newAddress = () => addressOf(next())

  async function entered(email: string): Promise<PortalClient> {
    const session = await logIn(gateway.http, { email, password: PASSWORD }, newAddress())
    if (session === undefined) throw new Error(`${email} could not log in`)
    return session
  }

  try {
    const { deployment, clientId: operators } = requireOwn(gateway)
    const email = 'operator@example.com'
    await heliograph(deployment, [
      'user',
      'add',
      '--client',
      operators,
      '--email',
      email,
      '--password',
      PASSWORD,
      '--role',
      'operator',
    ])
    const operator = await entered(email)

    async function addClient(): Promise<number> {
      const { json } = await operator.call('POST', '/clients', {
        name: `Client ${next()}`,
        credit: '1000000',
        price: '0.05',
      })
      const clientId = Number(json.clientId)
      await addChannel(clientId)
      return clientId
    }

    async function addChannel(clientId: number) {
      const number = String(CLIENT_NUMBER + next())
      const { json } = await operator.call('POST', `/clients/${clientId}/channels`, { number })
      if (json.channelId === undefined) throw new Error(`No channel was added: ${JSON.stringify(json)}`)
      return { channelId: Number(json.channelId), number }
    }

    return {
      http: gateway.http,
      gateway,
      smppPort: Number(gateway.portOf('smpp')),
      emailPort: Number(gateway.portOf(EMAIL)),
      operator,
      async addUser({ role = 'admin', channelId, clientId: given } = {}) {
        const clientId = given ?? (await addClient())
        const user = { email: `user${next()}@example.com`, password: PASSWORD }
        const draft = { ...user, role, ...(channelId !== undefined && { channelId }) }
        const { status, json } = await operator.call('POST', `/users?client=${clientId}`, draft)
        if (status !== 200) throw new Error(`No user was added: ${JSON.stringify(json)}`)
        return { ...user, clientId, userId: Number(json.userId), session: await entered(user.email) }
      },
      async addKey({ session, userId }) {
        const { json } = await session.call('POST', `/users/${userId}/keys`, {})
        return String(json.apiKey)
      },
      addChannel,
      newAddress,
      async measure(run) {
        const before = await readMeter(socket)
        const paceBefore = machinePace()
        await run()
        const after = await readMeter(socket)
        const pace = (paceBefore + machinePace()) / 2
        return {
          ...after,
          blockedMs: after.blockedMs / pace,
          grownMebibytes: Math.max(0, after.mebibytes - before.mebibytes),
        }
      },
      deaths: () => deaths,
      async incoming(message) {
        const { admin } = gateway.simulator
        const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' }
        const path = `/instances/${SIMULATOR}/incoming`
        await send(admin, { method: 'POST', path, headers, body: JSON.stringify(message) })
      },
      async until(isTrue) {
        const deadline = performance.now() + 60_000
        while (!(await isTrue())) {
          if (performance.now() > deadline) throw new Error('What was to happen did not')
          await delay(100)
        }
      },
      async close() {
        await gateway.close()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await gateway.close()
    throw error
  }
}

/** Of the range for benchmarks (RFC 2544), where no real client is. */
function addressOf(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`
}
