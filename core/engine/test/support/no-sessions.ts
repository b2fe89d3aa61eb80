import type { DeliveryClaims } from '../../src/sessions/delivery-tools.ts'

/** A process in which no client has a session: its deliveries are for others. */
export const NO_SESSIONS: DeliveryClaims = {
  nodeId: '',
  mayTake: () => false,
  offer: () => {},
  doubt: () => {},
}
