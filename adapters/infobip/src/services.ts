import {
  AddressLimits,
  Channels,
  type Clock,
  Directory,
  IncomingMessages,
  Logins,
  RateLimits,
  Reports,
  type ResolvedServices,
  Schedules,
  StateStore,
  Submissions,
  Tokens,
} from '@heliograph/contracts'
import type { NotServedLog } from './not-served.ts'

/** The services that the interface uses. */
export const infobipDependencies = {
  directory: Directory,
  tokens: Tokens,
  logins: Logins,
  rateLimits: RateLimits,
  addressLimits: AddressLimits,
  submissions: Submissions,
  schedules: Schedules,
  reports: Reports,
  incoming: IncomingMessages,
  channels: Channels,
  state: StateStore,
}

export type InfobipServices = ResolvedServices<typeof infobipDependencies>

/** What an operation works with. */
export interface InfobipContext {
  readonly instanceId: string
  readonly services: InfobipServices
  readonly clock: Clock
  readonly notServed: NotServedLog
}
