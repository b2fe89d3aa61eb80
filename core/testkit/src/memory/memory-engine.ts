import { createLoginLinks, type LoginLinkKeeper } from '@heliograph/access'
import {
  ChangeFeed,
  type Channel,
  createStepFeed,
  type ErrorCategory,
  EventLog,
  Mail,
  type MailMessage,
  type MessageEvent,
  MessageEvents,
  type MessageState,
  OwnTables,
  type Principal,
  type ProvidedService,
  type ResolvedServices,
  type Scope,
  type ServiceToken,
  type ServiceTokens,
  type StepFeed,
  Steps,
  type SubmitRequest,
  type SubmitResult,
  VirtualPhones,
} from '@heliograph/contracts'
import { createManualClock, type ManualClock } from '../manual-clock.ts'
import { createAccountKeeper } from './account-keeper.ts'
import { type Accounts, type ChannelOptions, type ClientOptions, createAccounts, type UserOptions } from './accounts.ts'
import { createMemoryBlobs } from './blobs.ts'
import { createMemoryChanges } from './change-feed.ts'
import { type Contacts, createContacts } from './contacts.ts'
import { createEvents, type EventHandover, type Events } from './events.ts'
import { createFaults, type FaultTime, type ServiceName } from './faults.ts'
import { createHooksDouble, type HooksDouble } from './hooks.ts'
import { createIdSequence, type IdNumbering } from './id-sequences.ts'
import { createMailDouble } from './mail.ts'
import { createNetworkInbox, type NetworkInbox } from './memory-network.ts'
import { createServices, type MemoryEvent, type RecordedSubmission } from './memory-services.ts'
import { createMessages, type Messages, type MoveDetails, type StoredMessage } from './messages.ts'
import { createTablesDouble, type MemoryTables } from './own-tables.ts'
import { createPausedBulks } from './paused-bulks.ts'
import { pushReceipts } from './push-receipts.ts'
import { createPushes, type RecordedPush } from './pushes.ts'
import { createSegments, type WaitingSegment } from './segments.ts'
import { createSessions, type OpenSessions } from './sessions.ts'
import { createMemoryState } from './state-store.ts'
import { submitInMemory } from './submit.ts'
import { createMemoryPhones, type MemoryPhones } from './virtual-phones.ts'

/** A client with one channel, one user and one key, ready to send. @stability stable */
export interface Account {
  readonly clientId: number
  readonly channel: Channel
  readonly userId: number
  readonly apiKey: string
  readonly principal: Principal
}

/** @stability stable */
export type AccountOptions = ClientOptions & {
  readonly channel?: ChannelOptions
  readonly user?: UserOptions
  readonly apiKey?: string
  /** Of its key, default `send`. */
  readonly scope?: Scope
}

/**
 * The services behind the contracts, in memory: they answer as the engine does on Postgres, but without a network
 * behind them. A message stays queued until the test moves it.
 * @stability stable
 */
export interface MemoryEngine
  extends Pick<
    Accounts,
    | 'addClient'
    | 'addChannel'
    | 'addUser'
    | 'addKey'
    | 'setClientEnabled'
    | 'setNetworks'
    | 'setUserEnabled'
    | 'setKeyEnabled'
    | 'setChannelEnabled'
    | 'credit'
  > {
  readonly clock: ManualClock
  /** For `createHost`; `service` and `resolve` return the same objects. */
  readonly services: readonly ProvidedService[]
  service<T>(token: ServiceToken<T>): T
  resolve<D extends ServiceTokens>(deps: D): ResolvedServices<D>
  /** `addClient`, `addChannel`, `addUser` and `addKey` in one. */
  addAccount(options?: AccountOptions): Account
  /** The principal of a key; throws when there is none. */
  principal(apiKey: string): Principal
  /** Every call of `submit`, including those that were refused. */
  readonly submissions: readonly RecordedSubmission[]
  /** Every accepted message in its current state, oldest first. */
  readonly messages: readonly StoredMessage[]
  message(smsId: number): StoredMessage
  /** What was rescheduled, cancelled, or opted out or in through the services. */
  readonly events: readonly MemoryEvent[]
  readonly contacts: Pick<Contacts, 'audit' | 'find' | 'set'>
  /** Mails sent. To make one fail with a `MailError`: `failNext(error, 'mail')`. */
  readonly mails: readonly MailMessage[]
  /** The messages on the virtual phones. */
  readonly phones: MemoryPhones
  /** Makes a token for `LoginLinks`, as the gateway's commands do. */
  readonly createLoginLink: LoginLinkKeeper['create']
  /** What instances did with tables of their own (`OwnTables`), and what their statements return. */
  readonly tables: MemoryTables
  /** Tells the watchers of `Steps`; the double itself tells nothing. */
  readonly steps: StepFeed
  readonly inbox: Pick<NetworkInbox, 'receipts' | 'lateAnswers' | 'incoming' | 'incomingParts'>
  /** Sessions of clients that are open now. */
  readonly sessions: OpenSessions['open']
  /** What was to be pushed to clients over their own connections, and what became of it. */
  readonly pushes: readonly RecordedPush[]
  /** Segments from clients that wait for the rest of their text. */
  readonly segments: readonly WaitingSegment[]
  /** Moves a message to any state that may follow its present one. */
  move(smsId: number, state: MessageState, details?: MoveDetails): StoredMessage
  /** Submits a message to the network and has it delivered. */
  deliver(smsId: number, details?: MoveDetails): StoredMessage
  /**
   * The next call of a service throws this: a category, or an error of your own. Without a name it hits the first call
   * to a service that does the work; the directory and the rate limits fail only by name.
   */
  failNext(error: ErrorCategory | Error, service?: ServiceName, time?: FaultTime): void
  /**
   * Hands events to the subscriptions of their kinds in one batch, the same ones again if they have been there before.
   * Resolves when they are taken.
   */
  emit(events: readonly MessageEvent[]): Promise<EventHandover>
  /** From now on the hooks of these instances are asked about requests; before there are none. */
  readonly useHooks: HooksDouble['use']
  /** Calls of hooks that threw, took too long, or were answered by what cannot be. */
  readonly hookFaults: HooksDouble['faults']
  /** As `Submissions.submit`, but no forced fault hits it, and `submissions` does not have it. */
  submit(principal: Principal, request: SubmitRequest): Promise<SubmitResult>
  /** Forced faults that no call has hit yet. */
  readonly waitingFaults: number
}

/** @stability stable */
export interface MemoryEngineOptions {
  readonly clock?: ManualClock
  /** How messages and incoming SMS are numbered. Default `counted`. */
  readonly ids?: IdNumbering | undefined
}

/** Creates an engine double without any accounts. Ids, keys and times are the same in every run. @stability stable */
export function createMemoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  const { clock = createManualClock(), ids = 'counted' } = options
  const accounts = createAccounts(clock)
  const pushes = createPushes(clock)
  const faults = createFaults()
  const messageEvents = createEvents(clock, faults)
  const changes = createMemoryChanges()
  const store = createMessages(clock, accounts, {
    onSent: (message) => pushReceipts(pushes, message),
    onFinal(message) {
      pushReceipts(pushes, message)
      messageEvents.note(endOf(message))
      changes.note('messages', message.clientId)
    },
  })
  const contacts = createContacts(clock, accounts)
  const submissions: RecordedSubmission[] = []
  const events: MemoryEvent[] = []
  const blobs = createMemoryBlobs(clock, accounts)
  const basics = {
    clock,
    accounts,
    isOptedOut: contacts.isOptedOut,
    hasBlob: blobs.has,
    nextSmsId: createIdSequence(ids),
    nextUuid: createUuids(),
    hooks: createHooksDouble(clock),
  }
  const segments = createSegments({ ...basics, messages: store })
  const messages = sweeping(store, segments.sweep)
  const inbox = createNetworkInbox({
    clock,
    accounts,
    messages,
    pushes,
    blobs,
    nextIncomingId: createIdSequence(ids),
    note(event) {
      messageEvents.note(event)
      changes.note(event.kind === 'sms-received' ? 'conversations' : 'messages', event.clientId)
    },
  })
  const sessions = createSessions(accounts, pushes)
  const keeper = createAccountKeeper(accounts, clock, sessions.revoke)
  const state = createMemoryState(clock)
  const byUser = async (userId: number) => accounts.principalOfUser(userId)
  const loginLinks = createLoginLinks(state.of('heliograph.login-links'), { byUser }, clock)
  const mail = createMailDouble(faults)
  const phones = createMemoryPhones()
  const tables = createTablesDouble(faults)
  const steps = createStepFeed((error) => {
    throw error
  })
  const services = [
    { token: Mail, service: mail },
    { token: VirtualPhones, service: phones },
    { token: MessageEvents, service: messageEvents.service },
    { token: OwnTables, service: tables.service },
    { token: EventLog, service: messageEvents.log },
    { token: Steps, service: steps },
    { token: ChangeFeed, service: changes.service },
    ...createServices({
      ...basics,
      blobs,
      messages,
      segments,
      sessions,
      keeper,
      loginLinks,
      state,
      pausedBulks: createPausedBulks(),
      contacts,
      inbox,
      faults,
      submissions,
      events,
      changes,
    }),
  ]
  const service = <T>(token: ServiceToken<T>): T => {
    const found = services.find((each) => each.token.id === token.id)
    if (!found) throw new Error(`The memory engine has no ${String(token)}`)
    return found.service as T
  }

  return {
    ...accounts,
    ...revoking(accounts, sessions),
    clock,
    services,
    service,
    resolve: <D extends ServiceTokens>(deps: D) =>
      Object.fromEntries(Object.entries(deps).map(([name, token]) => [name, service(token)])) as ResolvedServices<D>,
    addAccount: (account) => addAccount(accounts, account),
    principal: (apiKey) => principalOf(accounts, apiKey),
    submissions,
    get messages() {
      return messages.all()
    },
    message: messages.get,
    events,
    contacts,
    mails: mail.sent,
    phones,
    createLoginLink: loginLinks.create,
    tables: tables.memory,
    steps,
    inbox,
    get sessions() {
      return sessions.open
    },
    get pushes() {
      return pushes.all
    },
    get segments() {
      segments.sweep()
      return segments.waiting()
    },
    move: messages.move,
    deliver(smsId, details) {
      if (messages.get(smsId).state !== 'submitted') handOver(messages, smsId, details)
      return messages.move(smsId, 'delivered', details)
    },
    useHooks: basics.hooks.use,
    hookFaults: basics.hooks.faults,
    submit: (principal, request) => submitInMemory({ ...basics, messages, state }, principal, request),
    failNext: faults.failNext,
    emit: messageEvents.emit,
    get waitingFaults() {
      return faults.waiting
    },
  }
}

/** UUIDs that are the same in every run. */
function createUuids(): () => string {
  let last = 0
  return () => `00000000-0000-4000-8000-${String(++last).padStart(12, '0')}`
}

function endOf(message: StoredMessage): Parameters<Events['note']>[0] {
  const { clientId, smsId, reference, metadata, origin, from, to, parts, state, acceptedAt } = message
  const facts = { clientId, smsId, reference, ...(metadata && { metadata }) }
  return { kind: 'message-ended', ...facts, origin, from, to, parts, state, acceptedAt }
}

/** Reading messages first sends the texts whose segments have waited long enough. */
function sweeping(store: Messages, sweep: () => void): Messages {
  const first =
    <A extends readonly unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      sweep()
      return work(...args)
    }
  return {
    ...store,
    all: first(store.all),
    get: first(store.get),
    has: first(store.has),
    find: first(store.find),
    move: first(store.move),
  }
}

/** Disabling a client, user or key ends its sessions. */
function revoking(accounts: Accounts, sessions: OpenSessions) {
  const then =
    <A extends readonly unknown[]>(change: (...args: A) => void) =>
    (...args: A): void => {
      change(...args)
      sessions.revoke()
    }
  return {
    setClientEnabled: then(accounts.setClientEnabled),
    setUserEnabled: then(accounts.setUserEnabled),
    setKeyEnabled: then(accounts.setKeyEnabled),
  }
}

function handOver(messages: Messages, smsId: number, details: MoveDetails = {}): void {
  const { networkStatus, errorId, ...handover } = details
  messages.move(smsId, 'submitting')
  messages.move(smsId, 'submitted', handover)
}

function principalOf(accounts: Accounts, apiKey: string): Principal {
  const principal = accounts.principal(apiKey)
  if (!principal) throw new Error('This API key has no principal')
  return principal
}

function addAccount(accounts: Accounts, options: AccountOptions = {}): Account {
  const clientId = accounts.addClient(options)
  const channel = accounts.addChannel(clientId, options.channel)
  const userId = accounts.addUser(clientId, options.user)
  const apiKey = accounts.addKey(userId, options.apiKey, options.scope)
  return { clientId, channel, userId, apiKey, principal: principalOf(accounts, apiKey) }
}
