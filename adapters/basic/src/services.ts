import { IncomingMessages, Logins, Reports, type ResolvedServices } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** What the interface needs of the gateway. */
export const basicDependencies = { ...textDependencies, logins: Logins, incoming: IncomingMessages, reports: Reports }

export type BasicServices = ResolvedServices<typeof basicDependencies>
