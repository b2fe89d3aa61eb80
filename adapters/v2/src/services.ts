import {
  AddressLimits,
  Channels,
  type Clock,
  Directory,
  MessageHistory,
  RateLimits,
  Reports,
  type ResolvedServices,
  Schedules,
  Submissions,
  Tokens,
} from '@heliograph/contracts'

/** The services that the interface uses. */
export const v2Dependencies = {
  directory: Directory,
  tokens: Tokens,
  rateLimits: RateLimits,
  addressLimits: AddressLimits,
  submissions: Submissions,
  reports: Reports,
  schedules: Schedules,
  channels: Channels,
  history: MessageHistory,
}

export type V2Services = ResolvedServices<typeof v2Dependencies>

/** What an operation works with. */
export interface V2Context {
  readonly services: V2Services
  readonly clock: Clock
  /** Whether access tokens are taken in the place of API keys. */
  readonly takesTokens: boolean
}
