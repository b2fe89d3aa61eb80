import { Directory, RateLimits, type ResolvedServices, Submissions } from '@heliograph/contracts'

/** The `deps` of an adapter that only sends texts by API key. */
export const textDependencies = { directory: Directory, rateLimits: RateLimits, submissions: Submissions }

export type TextServices = ResolvedServices<typeof textDependencies>
