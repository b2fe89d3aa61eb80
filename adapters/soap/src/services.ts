import {
  Channels,
  Contacts,
  Directory,
  Logins,
  type ModuleContext,
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

/** What the interface touches beside its configuration. */
export type SoapContext = Pick<ModuleContext<typeof soapDependencies>, 'publicUrl' | 'services'>

export type SoapServices = ResolvedServices<typeof soapDependencies>
