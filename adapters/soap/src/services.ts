import { Channels, Contacts, Logins, type ModuleContext, type ResolvedServices } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** What the interface needs of the gateway. */
export const soapDependencies = { ...textDependencies, logins: Logins, channels: Channels, contacts: Contacts }

/** What the interface touches beside its configuration. */
export type SoapContext = Pick<ModuleContext<typeof soapDependencies>, 'publicUrl' | 'services'>

export type SoapServices = ResolvedServices<typeof soapDependencies>
