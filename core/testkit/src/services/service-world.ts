import type { Hooks, MessageState, Principal, PushReceiver, Role, Scope, ServiceToken } from '@heliograph/contracts'
import type { ChannelOptions } from '../memory/accounts.ts'

/** A client as a case needs it. @stability experimental */
export interface ServiceClientOptions {
  readonly credit?: string
  /** Price of a part, default `0.05`. */
  readonly price?: string
  readonly country?: string
  readonly rateLimit?: number
  /** False: no channel at all. */
  readonly hasChannel?: boolean
}

/** @stability experimental */
export interface ServiceUserOptions {
  /** The user's own channel; default the client's. */
  readonly channelId?: number
  /** Default `user`. */
  readonly role?: Role
}

/** A client with a user, a key of the scope `portal` and, by default, a number to send from. @stability experimental */
export interface ServiceClient {
  readonly principal: Principal
  readonly apiKey: string
  /** The user's password. */
  readonly password: string
  /** The address of its channel, empty without one. */
  readonly address: string
}

/** The network takes messages to numbers that begin with this; all others wait in the queue. @stability experimental */
export const NETWORK_PREFIX = '2783'

/**
 * The services under test, and what it takes to cause what they report. Cases run one after another in one world.
 * @stability experimental
 */
export interface ServiceWorld {
  service<T>(token: ServiceToken<T>): T
  now(): number
  addClient(options?: ServiceClientOptions): Promise<ServiceClient>
  /** Adds a channel and resolves with its id. */
  addChannel(clientId: number, options: ChannelOptions): Promise<number>
  /** Adds a user with a key of the scope `portal`, and resolves with its principal. */
  addUser(clientId: number, user: ServiceUserOptions): Promise<Principal>
  /** Adds a key for a user and resolves with it. */
  addKey(userId: number, scope: Scope): Promise<string>
  /** Resolves once a change of accounts is effective everywhere. */
  accountsChanged(): Promise<void>
  disableChannel(channelId: number): Promise<void>
  disableUser(userId: number): Promise<void>
  /** A `LoginLinks` token for a user. */
  loginLink(userId: number): Promise<string>
  /** The remaining credit, null without a limit. */
  creditOf(clientId: number): Promise<string | null>
  /**
   * Resolves once a message of one part, to a number whose messages the network takes, is `submitted`; with the id from
   * the network.
   */
  submitted(smsId: number): Promise<{ readonly carrier: string; readonly networkId: string }>
  /** Has the hooks of instances asked from now on. */
  useHooks(hooks: ReadonlyMap<string, Hooks>): void
  /** The route that a message has. */
  routeOf(smsId: number): Promise<string>
  /** Makes waiting segments overdue. */
  overdueSegments(): Promise<void>
  close(): Promise<void>
}

/** One promise of the services. @stability experimental */
export interface ServiceCase<W extends ServiceWorld = ServiceWorld> {
  readonly name: string
  readonly client?: ServiceClientOptions
  run(world: W, client: ServiceClient): Promise<void>
}

/** A receiver of a session that records what it gets. */
export interface NotingReceiver extends PushReceiver {
  /** Final states of receipts and texts of incoming SMS, in the order received. */
  readonly reported: readonly { readonly id: number; readonly what: MessageState | string; readonly context: string }[]
}

export function notePushes(answer: 'taken' | 'refused' | 'later' = 'taken'): NotingReceiver {
  const reported: { id: number; what: string; context: string }[] = []
  return {
    reported,
    window: 10,
    async receive(push) {
      if (push.kind === 'receipt') reported.push({ id: push.smsId, what: push.state, context: push.context })
      else reported.push({ id: push.incomingId, what: push.text, context: '' })
      return answer
    },
  }
}

const PATIENCE_MS = 30_000

/** Polls, because the condition may depend on another process. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It never happened that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
