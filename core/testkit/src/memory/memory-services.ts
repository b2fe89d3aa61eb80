import { type AccountKeeper, type LoginLinkKeeper, requireOperator } from '@heliograph/access'
import {
  type Caller,
  type Clock,
  Directory,
  type Door,
  GatewayError,
  Instances,
  KeyHandout,
  Logins,
  MessageHistory,
  type MessageRecord,
  Messages,
  Network,
  type Principal,
  type ProvidedService,
  RateLimits,
  Reports,
  Schedules,
  Segments,
  Sessions,
  SmppLogins,
  Submissions,
  type SubmitRequest,
  type SubmitResult,
  Subscriptions,
  Tokens,
  VouchedLogins,
} from '@heliograph/contracts'
import { requestOfSegment } from '@heliograph/messaging'
import { type AccessServices, createAccessServices } from './access-services.ts'
import { createAccountServices } from './account-services.ts'
import type { Accounts } from './accounts.ts'
import type { MemoryBlobs } from './blobs.ts'
import type { MemoryChanges } from './change-feed.ts'
import type { Contacts } from './contacts.ts'
import { type Faults, tripping } from './faults.ts'
import { createHistory } from './history.ts'
import type { HooksDouble } from './hooks.ts'
import { memoryInstances } from './instances.ts'
import { createLogins } from './logins.ts'
import type { NetworkInbox } from './memory-network.ts'
import { createMessageChanges } from './message-changes.ts'
import { type Messages as MessageStore, recordOf } from './messages.ts'
import type { PausedBulks } from './paused-bulks.ts'
import { createPhonebook } from './phonebook.ts'
import { createRateWindow } from './rate-window.ts'
import { createBulks } from './schedules.ts'
import type { SegmentStore } from './segments.ts'
import type { OpenSessions } from './sessions.ts'
import type { MemoryState } from './state-store.ts'
import { submitInMemory } from './submit.ts'
import { changeSubscription } from './subscription-changes.ts'
import { createMemoryTokens } from './tokens.ts'
import { createVouchedLogins } from './vouched-logins.ts'

/** One call of `Submissions.submit`: the request, and its result or error. @stability stable */
export interface RecordedSubmission {
  readonly principal: Principal
  readonly request: SubmitRequest
  readonly result: SubmitResult | undefined
  readonly error: unknown
}

/** A change by a client to something other than a message of its own. @stability stable */
export type MemoryEvent =
  | { readonly kind: 'bulk-rescheduled'; readonly clientId: number; readonly bulkId: string; readonly sendAt: Date }
  | {
      readonly kind: 'bulk-cancelled' | 'bulk-paused' | 'bulk-resumed'
      readonly clientId: number
      readonly bulkId: string
    }
  | {
      readonly kind: 'subscription-set'
      readonly clientId: number
      readonly mobile: string
      readonly status: string
      readonly source: string
      readonly changed: boolean
    }

/** What the services of the double work on. */
export interface EngineParts {
  readonly clock: Clock
  readonly accounts: Accounts
  readonly messages: MessageStore
  readonly segments: SegmentStore
  readonly sessions: OpenSessions
  readonly keeper: AccountKeeper
  readonly loginLinks: LoginLinkKeeper
  readonly state: MemoryState
  readonly contacts: Contacts
  readonly inbox: NetworkInbox
  readonly faults: Faults
  readonly submissions: RecordedSubmission[]
  readonly events: MemoryEvent[]
  readonly changes: MemoryChanges
  readonly blobs: MemoryBlobs
  readonly hooks: HooksDouble
  readonly pausedBulks: PausedBulks
  isOptedOut(clientId: number, mobile: string): boolean
  hasBlob(clientId: number, blobId: string): boolean
  nextSmsId(): number
  nextUuid(): string
}

/** The contracts' services over the parts of the double; each call first throws the fault that waits for it. */
export function createServices(parts: EngineParts): readonly ProvidedService[] {
  const { accounts, clock, faults, inbox, messages, segments } = parts
  const window = createRateWindow(clock)
  const access = createAccessServices(parts)
  const admitted = (principal: Principal | undefined, door: Door, caller: Caller | undefined) => {
    if (principal === undefined) return undefined
    const { clientId, email: account } = principal
    if (accounts.admits(clientId, door, caller?.remoteAddress)) return principal
    const from = { account, origin: door === 'portal' ? 'portal' : 'key', address: caller?.remoteAddress ?? '' }
    access.noteRefusal({ reason: 'network', ...from, isSystemId: false, clientId })
    return undefined
  }
  const directory: Directory = {
    async byApiKey(apiKey, caller, door = 'programs') {
      faults.trip('directory')
      return admitted(accounts.principal(apiKey), door, caller)
    },
    async byUser(userId, caller) {
      faults.trip('directory')
      const principal = accounts.principalOfUser(userId)
      return caller === undefined ? principal : admitted(principal, 'portal', caller)
    },
    async actingFor(principal, clientId) {
      faults.trip('directory')
      const acting = accounts.actingFor(principal, clientId)
      if (!acting) throw new GatewayError('not-found', 'client-not-found', `There is no client ${clientId}`)
      return acting
    },
  }
  const tokens = createMemoryTokens(clock, accounts, (principal, caller, door) =>
    admitted(principal, door ?? 'programs', caller),
  )
  const rateLimits: RateLimits = {
    admit(principal) {
      faults.trip('rateLimits')
      return window.admit(principal)
    },
  }
  const findMessages: Reports['find'] = async (principal, filter) => {
    const { allClients = false } = filter
    if (allClients) requireOperator(principal)
    const found = messages.find(allClients ? null : principal.clientId, filter)
    const waiting = found.records.length > 0 || filter.smsId === undefined ? undefined : segments.find(filter.smsId)
    const { channelId = waiting?.channelId } = filter
    const isOwn = allClients || waiting?.clientId === principal.clientId
    const isSeen = waiting !== undefined && isOwn && waiting.channelId === channelId
    return isSeen ? { records: [recordOf(waiting)], next: undefined } : found
  }
  const reports: Reports = {
    async find(principal, filter) {
      faults.trip('reports')
      return findMessages(principal, filter)
    },
    async findByIds(principal, smsIds, { channelId } = {}) {
      faults.trip('reports')
      const found = new Map<number, MessageRecord>()
      for (const smsId of smsIds) {
        const [record] = (await findMessages(principal, { smsId, channelId, limit: 1 })).records
        if (record !== undefined) found.set(smsId, record)
      }
      return found
    },
  }
  const network: Network = {
    async receipt(receipt) {
      faults.trip('network')
      inbox.takeReceipt(receipt)
    },
    async lateAnswer(answer) {
      faults.trip('network')
      inbox.takeLateAnswer(answer)
    },
    async incoming(message) {
      faults.trip('network')
      return inbox.takeIncoming(message)
    },
    async unreported(query) {
      faults.trip('network')
      return inbox.unreported(query)
    },
  }
  const phonebook = createPhonebook(parts)
  return [
    { token: Directory, service: directory },
    { token: Tokens, service: tripping(faults, 'directory', tokens) },
    { token: RateLimits, service: rateLimits },
    { token: Reports, service: reports },
    { token: MessageHistory, service: createHistory(parts) },
    { token: Network, service: network },
    { token: Submissions, service: createSubmissions(parts) },
    { token: Schedules, service: createSchedules(parts) },
    { token: Subscriptions, service: createSubscriptions(parts) },
    ...createConnectionServices(parts, access),
    ...access.provided,
    ...createAccountServices(parts, access, phonebook),
    { token: Instances, service: tripping(faults, 'instances', memoryInstances) },
  ]
}

/** The additional services for interfaces with connections of their own. */
function createConnectionServices(
  parts: EngineParts,
  { auditLog, needsCode, noteRefusal }: Pick<AccessServices, 'auditLog' | 'needsCode' | 'noteRefusal'>,
): readonly ProvidedService[] {
  const { accounts, clock, faults, hooks, keeper, segments, sessions } = parts
  const vouchedLogins = createVouchedLogins({ accounts, keeper, note: auditLog.note })
  const logIns = createLogins(clock, accounts, noteRefusal, needsCode)
  const changes = createMessageChanges(parts)
  const logins: Logins = {
    async byPassword(attempt) {
      faults.trip('logins')
      return logIns.byPassword(attempt)
    },
  }
  const handout: KeyHandout = {
    async newestKey(principal) {
      faults.trip('logins')
      return logIns.newestKey(principal)
    },
  }
  const smppLogins: SmppLogins = {
    async bySystemId(attempt) {
      faults.trip('logins')
      return logIns.bySystemId(attempt)
    },
  }
  const service: Sessions = {
    async open(request) {
      faults.trip('sessions')
      return sessions.start(request)
    },
  }
  const joining: Segments = {
    async add(principal, segment) {
      faults.trip('segments')
      await hooks.accept({ principal, request: requestOfSegment(segment) })
      return { smsId: segments.add(principal, segment) }
    },
  }
  const changing: Messages = {
    async cancel(principal, selection) {
      faults.trip('messages')
      return changes.cancel(principal, selection)
    },
    async replace(principal, smsId, replacement) {
      faults.trip('messages')
      changes.replace(principal, smsId, replacement)
    },
    async redact(principal, smsId) {
      faults.trip('messages')
      changes.redact(principal, smsId)
    },
    async remove(principal, smsId) {
      faults.trip('messages')
      changes.remove(principal, smsId)
    },
  }
  return [
    { token: Logins, service: logins },
    { token: VouchedLogins, service: tripping(faults, 'logins', vouchedLogins) },
    { token: SmppLogins, service: smppLogins },
    { token: KeyHandout, service: handout },
    { token: Sessions, service },
    { token: Segments, service: joining },
    { token: Messages, service: changing },
  ]
}

function createSubmissions(parts: EngineParts): Submissions {
  const { faults, submissions } = parts
  let line: Promise<unknown> = Promise.resolve()
  return {
    async submit(principal, request, change) {
      try {
        faults.trip('submissions')
        // One after the other, each with the credit that the ones before have left.
        const mine = line.then(() => submitInMemory(parts, principal, request, change))
        line = mine.catch(() => undefined)
        const result = await mine
        submissions.push({ principal, request, result, error: undefined })
        return result
      } catch (error) {
        submissions.push({ principal, request, result: undefined, error })
        throw error
      }
    },
  }
}

function createSchedules({ events, faults, messages, pausedBulks }: EngineParts): Schedules {
  const bulks = createBulks(messages, pausedBulks)
  return {
    async list(principal, bulkId) {
      faults.trip('schedules')
      return bulks.list(principal, bulkId)
    },
    async reschedule(principal, bulkId, sendAt) {
      faults.trip('schedules')
      const bulk = bulks.reschedule(principal, bulkId, sendAt)
      events.push({ kind: 'bulk-rescheduled', clientId: principal.clientId, bulkId, sendAt })
      return bulk
    },
    async cancel(principal, bulkId) {
      faults.trip('schedules')
      bulks.cancel(principal, bulkId)
      events.push({ kind: 'bulk-cancelled', clientId: principal.clientId, bulkId })
    },
    async state(principal, bulkId) {
      faults.trip('schedules')
      return bulks.state(principal, bulkId)
    },
    async pause(principal, bulkId) {
      faults.trip('schedules')
      bulks.pause(principal, bulkId)
      events.push({ kind: 'bulk-paused', clientId: principal.clientId, bulkId })
    },
    async resume(principal, bulkId) {
      faults.trip('schedules')
      if (bulks.resume(principal, bulkId)) events.push({ kind: 'bulk-resumed', clientId: principal.clientId, bulkId })
    },
  }
}

function createSubscriptions(parts: EngineParts): Subscriptions {
  const { contacts, faults } = parts
  return {
    async find(clientId, mobile) {
      faults.trip('subscriptions')
      return contacts.find(clientId, mobile)
    },
    async optedOut(clientId, mobiles) {
      faults.trip('subscriptions')
      return new Set(mobiles.filter((mobile) => contacts.find(clientId, mobile)?.status === 'opted-out'))
    },
    async set(clientId, mobile, status, source) {
      faults.trip('subscriptions')
      return changeSubscription(parts, clientId, mobile, status, source)
    },
  }
}
