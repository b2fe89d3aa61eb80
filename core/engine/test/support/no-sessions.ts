import type { PushClaims } from '../../src/sessions/push-tools.ts'

/** A process in which no client has a session: its pushes are for others. */
export const NO_SESSIONS: PushClaims = {
  nodeId: '',
  mayTake: () => false,
  offer: () => {},
  doubt: () => {},
}
