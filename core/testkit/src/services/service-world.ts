import type {
  MessageState,
  Principal,
  PushReceiver,
  Role,
  ServiceToken,
  WebhookKind,
  WebhookState,
} from '@heliograph/contracts'
import type { ChannelOptions } from '../memory/accounts.ts'

/** A client as the cases of the suite want it. */
export interface ServiceClientOptions {
  readonly credit?: string
  /** Price of a part, default `0.05`. */
  readonly price?: string
  readonly country?: string
  readonly rateLimit?: number
  /** False: no channel at all. */
  readonly hasChannel?: boolean
}

export interface ServiceUserOptions {
  /** Its own; default the client's. */
  readonly channelId?: number
  /** Default `user`. */
  readonly role?: Role
}

/** A client with a user, a key and, unless told otherwise, a number of its own to send from. */
export interface ServiceClient {
  readonly principal: Principal
  readonly apiKey: string
  /** Of the user. */
  readonly password: string
  /** The address of its channel, empty without one. */
  readonly address: string
}

/** A webhook as the cases of the suite want it. */
export interface WebhookDraft {
  /** Default `dlr`. */
  readonly kind?: WebhookKind
  /** Default `failed`. */
  readonly state?: WebhookState
  readonly subjectId?: number
  /** Default now. */
  readonly createdAt?: Date
}

/** Messages to numbers that begin so are taken by the network; all others wait in the queue. */
export const NETWORK_PREFIX = '2783'

/** Services under test, with what it takes to bring about what they tell of. Cases run one after the other in one world. */
export interface ServiceWorld {
  service<T>(token: ServiceToken<T>): T
  now(): number
  addClient(options?: ServiceClientOptions): Promise<ServiceClient>
  /** Adds a channel and resolves with its id. */
  addChannel(clientId: number, options: ChannelOptions): Promise<number>
  /** Adds a user with a key, and resolves with its principal. */
  addUser(clientId: number, user: ServiceUserOptions): Promise<Principal>
  /** Adds a key of a user and resolves with it. */
  addKey(userId: number): Promise<string>
  /** Resolves once everybody knows of a change of accounts. */
  accountsChanged(): Promise<void>
  disableChannel(channelId: number): Promise<void>
  disableUser(userId: number): Promise<void>
  /** A token of `LoginLinks` for a user. */
  loginLink(userId: number): Promise<string>
  /** What is left, null without a limit. */
  creditOf(clientId: number): Promise<string | null>
  /** Resolves once a message of one part, to a number the network takes, is `submitted`; with the id the network gave it. */
  submitted(smsId: number): Promise<{ readonly carrier: string; readonly networkId: string }>
  /** Adds a webhook that was attempted once and failed, with a status of 400, unless told otherwise; resolves with its id. */
  addWebhook(channel: { clientId: number; channelId: number }, webhook?: WebhookDraft): Promise<number>
  /** Has a webhook of a client wait for a host until it is probed. */
  pauseHost(clientId: number, host: string, probeAt: Date): Promise<void>
  /** Brings the figures of `SystemStatus` up to date. */
  counted(): Promise<void>
  /** Lets segments that wait have waited long enough. */
  overdueSegments(): Promise<void>
  close(): Promise<void>
}

/** One promise of the services. */
export interface ServiceCase {
  readonly name: string
  readonly client?: ServiceClientOptions
  run(world: ServiceWorld, client: ServiceClient): Promise<void>
}

/** A receiver of a session that notes what it is handed. */
export interface NotingReceiver extends PushReceiver {
  /** Final states of receipts and texts of incoming SMS, in the order they came. */
  readonly told: readonly { readonly id: number; readonly what: MessageState | string; readonly context: string }[]
}

export function notePushes(answer: 'taken' | 'refused' | 'later' = 'taken'): NotingReceiver {
  const told: { id: number; what: string; context: string }[] = []
  return {
    told,
    window: 10,
    async receive(push) {
      if (push.kind === 'receipt') told.push({ id: push.smsId, what: push.state, context: push.context })
      else told.push({ id: push.incomingId, what: push.text, context: '' })
      return answer
    },
  }
}

const PATIENCE_MS = 30_000

/** Polls: what is waited for may lie in another process. */
export async function eventually(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It never happened that ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
