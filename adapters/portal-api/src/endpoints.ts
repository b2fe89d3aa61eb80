import type { Endpoint } from './endpoint.ts'
import { logInEndpoints } from './endpoints/log-in.ts'
import { sessionEndpoints } from './endpoints/session.ts'

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Endpoint[] = [...logInEndpoints, ...sessionEndpoints]
