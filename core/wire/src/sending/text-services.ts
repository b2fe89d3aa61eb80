import { Directory, RateLimits, type ResolvedServices, Submissions } from '@heliograph/contracts'

/** The `deps` of an adapter that does nothing but send texts by key. */
export const textDependencies = { directory: Directory, rateLimits: RateLimits, submissions: Submissions }

export type TextServices = ResolvedServices<typeof textDependencies>
