import { Directory, RateLimits, type ResolvedServices, Submissions } from '@heliograph/contracts'

/** What the interface needs of the gateway. */
export const accountingDependencies = { directory: Directory, rateLimits: RateLimits, submissions: Submissions }

export type AccountingServices = ResolvedServices<typeof accountingDependencies>
