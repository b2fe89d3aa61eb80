import type { PushClaims } from '../../src/notify/sessions/push-tools.ts'

/** A process in which no client has a session, so its pushes go to other nodes. */
export const NO_SESSIONS: PushClaims = {
  takerOf: () => null,
  offer: () => {},
  outcomeUnknown: () => {},
}
