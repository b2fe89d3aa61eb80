import {
  Channels,
  Contacts,
  KeyHandout,
  Logins,
  type ModuleContext,
  type ResolvedServices,
} from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** The services that the interface uses. */
export const soapDependencies = {
  ...textDependencies,
  logins: Logins,
  keys: KeyHandout,
  channels: Channels,
  contacts: Contacts,
}

/** What the interface uses besides its configuration. */
export type SoapContext = Pick<ModuleContext<typeof soapDependencies>, 'brand' | 'publicUrl' | 'services'>

export type SoapServices = ResolvedServices<typeof soapDependencies>
