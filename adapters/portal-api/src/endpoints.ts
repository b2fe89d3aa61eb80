import type { Endpoint } from './endpoint.ts'
import { meEndpoints } from './endpoints/me.ts'

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Endpoint[] = [...meEndpoints]
