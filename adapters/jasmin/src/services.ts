import { Balances, Logins, type ResolvedServices } from '@heliograph/contracts'
import { textDependencies } from '@heliograph/wire'

/** The services that the interface uses. */
export const jasminDependencies = { ...textDependencies, logins: Logins, balances: Balances }

export type JasminServices = ResolvedServices<typeof jasminDependencies>
