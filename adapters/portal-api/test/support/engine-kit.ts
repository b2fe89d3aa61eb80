import { after, before } from 'node:test'
import {
  Conversations,
  Directory,
  type MailError,
  type MailMessage,
  type MessageRecord,
  Network,
  type NetworkIncoming,
  PortalPages,
  type Principal,
  type ProvidedService,
  type ReceiptStatus,
  Reports,
  type Role,
  type ServiceToken,
} from '@heliograph/contracts'
import { type AdapterKit, createAdapterKit } from '@heliograph/testkit'
import { type EngineWorld, startServiceWorld } from '../../../../core/engine/test/support/service-world.ts'
import portal from '../../src/index.ts'
import { type Asking, askingWith, type Caller } from './key-caller.ts'
import { samplePages } from './sample-pages.ts'

/** No limit that a test could meet by asking often. */
const UNLIMITED = 1_000_000

/** Enough even on a busy machine. */
const PATIENCE_MS = 60_000

/** A user of the engine, with a key of the scope `portal`. */
export interface EngineUser {
  readonly userId: number
  readonly email: string
  readonly apiKey: string
  readonly principal: Principal
}

/** A client of the engine, with its number and a user. */
export interface EngineAccount extends EngineUser {
  readonly clientId: number
  readonly channel: { readonly channelId: number; readonly address: string }
}

/** An instance over the engine on Postgres; mails and other servers are doubles. */
export interface EngineKit extends Pick<AdapterKit, 'clock' | 'log' | 'request'> {
  readonly world: EngineWorld
  readonly account: EngineAccount
  readonly stranger: EngineAccount
  readonly mails: readonly MailMessage[]
  /** The next mail fails. */
  failMail(error: MailError): void
  /** A service that the instance has: of the engine, of the test, or of the double where the host provides it. */
  service<T>(token: ServiceToken<T>): T
  addUser(clientId: number, user: { readonly role?: Role; readonly channelId?: number }): Promise<EngineUser>
  /** The messages of the account, oldest first. */
  messages(): Promise<readonly MessageRecord[]>
  /** Has the network take a message to a number that begins with `NETWORK_PREFIX`, and say what became of it. */
  report(smsId: number, status: ReceiptStatus, doneAt?: Date): Promise<void>
  /** Receives an SMS on the number of the account and waits until it is in its conversation. Resolves with its id. */
  receive(message: Partial<NetworkIncoming> & Pick<NetworkIncoming, 'from' | 'text'>): Promise<number>
}

/** Sends requests with the keys of users of every role: see `KeyCaller`. */
export interface EngineCaller {
  readonly kit: EngineKit
  readonly ask: Asking
}

/** The engine that the tests of a file share; each test has clients of its own. */
export interface SharedEngine {
  readonly world: EngineWorld
  /** Adds a client with a number and a user. */
  addAccount(role?: Role): Promise<EngineAccount>
  /** Runs `work` with an instance and two accounts. */
  inKit(work: (kit: EngineKit) => Promise<void>): Promise<void>
  /** Runs `work` with an instance and a user of every role. */
  withCallers(work: (caller: EngineCaller) => Promise<void>): Promise<void>
}

/** Starts an engine before the tests of this file, and stops it after them. */
export function shareEngine(): SharedEngine {
  let started: EngineWorld | undefined
  let users = 0
  before(async () => {
    started = await startServiceWorld()
  })
  after(() => started?.close())

  const worldOf = () => {
    if (started === undefined) throw new Error('The engine is there while the tests of this file run')
    return started
  }

  async function addUser(
    clientId: number,
    { role = 'user', channelId = null }: { readonly role?: Role; readonly channelId?: number | null },
    email = `${role}.${++users}@${clientId}.example`,
  ): Promise<EngineUser> {
    const { node, service } = worldOf()
    const [user] = await node.engine.sql<{ user_id: number }[]>`
      insert into app_user (client_id, email, password_hash, channel_id, role)
      values (${clientId}, ${email}, '', ${channelId}, ${role}) returning user_id`
    const userId = user?.user_id as number
    const { apiKey } = await node.engine.provisioning.addKey({ userId, scope: 'portal' })
    node.forgetAccounts()
    return { userId, email, apiKey, principal: (await service(Directory).byApiKey(apiKey)) as Principal }
  }

  async function addAccount(role: Role = 'user'): Promise<EngineAccount> {
    const { addChannel, node } = worldOf()
    const { clientId } = await node.engine.provisioning.addClient({
      name: 'Client',
      price: '0.05',
      rateLimit: UNLIMITED,
    })
    const address = `2782${String(clientId).padStart(7, '0')}`
    const channelId = await addChannel(clientId, { number: address, default: true })
    return { ...(await addUser(clientId, { role })), clientId, channel: { channelId, address } }
  }

  async function inKit(work: (kit: EngineKit) => Promise<void>): Promise<void> {
    const world = worldOf()
    const services = servicesOf(world)
    const kit = await createAdapterKit(portal, { config: {}, services, patienceMs: PATIENCE_MS })
    const { clock, engine: double, log, request } = kit
    clock.set(Date.now())
    const account = await addAccount()
    await kit.start()
    try {
      await work({
        clock,
        log,
        request,
        world,
        account,
        stranger: await addAccount(),
        mails: double.mails,
        failMail: (error) => double.failNext(error, 'mail'),
        service: <T>(token: ServiceToken<T>) =>
          (services.find(({ token: { id } }) => id === token.id)?.service as T | undefined) ?? double.service(token),
        addUser,
        async messages() {
          const { records } = await world.service(Reports).find(account.principal, { limit: 1_000 })
          return [...records].reverse()
        },
        report: (smsId, status, doneAt) => report(world, smsId, status, doneAt),
        receive: (message) => receive(world, account, message),
      })
    } finally {
      await kit.stop()
    }
  }

  return {
    get world() {
      return worldOf()
    },
    addAccount,
    inKit,
    withCallers: (work) =>
      inKit(async (kit) => {
        const { account, stranger } = kit
        const keyOf = async (clientId: number, role: 'admin' | 'operator') =>
          (await addUser(clientId, { role }, `${role}@${clientId}.example`)).apiKey
        const keys: Record<Caller, string> = {
          user: account.apiKey,
          admin: await keyOf(account.clientId, 'admin'),
          operator: await keyOf(stranger.clientId, 'operator'),
          stranger: await keyOf(stranger.clientId, 'admin'),
        }
        await work({ kit, ask: askingWith(kit, keys) })
      }),
  }
}

/** What an instance over the engine is given: the pages of plugins come from the host. */
export function servicesOf({ node }: EngineWorld): readonly ProvidedService[] {
  return [...node.engine.services, { token: PortalPages, service: samplePages }]
}

async function stateOf({ engine }: EngineWorld['node'], smsId: number): Promise<string | undefined> {
  const [row] = await engine.sql<{ state: string }[]>`
    select state::text from message_state where sms_id = ${smsId}::bigint`
  return row?.state
}

async function report(world: EngineWorld, smsId: number, status: ReceiptStatus, doneAt = new Date()): Promise<void> {
  const { node, service } = world
  const sent = await world.submitted(smsId)
  const networkStatus = status.toUpperCase()
  await service(Network).receipt({ ...sent, link: 'main', status, networkStatus, errorId: null, doneAt })
  await node.until(async () => (await stateOf(node, smsId)) === status, `message ${smsId} is ${status}`)
}

async function receive(
  { node, service }: EngineWorld,
  { channel, principal }: EngineAccount,
  message: Parameters<EngineKit['receive']>[0],
): Promise<number> {
  const { incomingId } = await service(Network).incoming({
    carrier: 'net',
    link: 'main',
    to: channel.address,
    encoding: 'gsm',
    mayBeRepeated: false,
    receivedAt: new Date(),
    ...message,
  })
  await node.until(async () => {
    const { records } = await service(Conversations).find(principal, { limit: 200 })
    return records.some(({ lastIncoming }) => lastIncoming.incomingId === incomingId)
  }, 'the SMS is in its conversation')
  return incomingId as number
}
