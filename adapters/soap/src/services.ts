import {
  Channels,
  Contacts,
  Directory,
  Logins,
  RateLimits,
  type ResolvedServices,
  Submissions,
} from '@heliograph/contracts'

/** What the interface needs of the gateway. */
export const soapDependencies = {
  directory: Directory,
  rateLimits: RateLimits,
  submissions: Submissions,
  logins: Logins,
  channels: Channels,
  contacts: Contacts,
}

export type SoapServices = ResolvedServices<typeof soapDependencies>
