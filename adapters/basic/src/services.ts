import { IncomingMessages, Logins, Reports, type ResolvedServices } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** The services that the interface uses. */
export const basicDependencies = { ...textDependencies, logins: Logins, incoming: IncomingMessages, reports: Reports }

export type BasicServices = ResolvedServices<typeof basicDependencies>
