import { type Admission, GatewayError } from '@heliograph/contracts'

/** Throws `throttled`/`rate-limit`, with the seconds to wait, for a request that a limit did not admit. */
export function assertAdmitted(admission: Admission): void {
  if (admission.admitted) return
  const { retryAfterSeconds } = admission
  throw new GatewayError('throttled', 'rate-limit', 'Too many requests', { retryAfterSeconds })
}
