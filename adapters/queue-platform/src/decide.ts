import type { VisitEvent } from './event.ts'
import type { Notice } from './notices.ts'

/** What an event means for its visit. */
export interface Decision {
  /** The visit's state from now on. */
  readonly state: string
  /** The text to send, or why there is none. */
  readonly notice: Notice | undefined
  readonly reason: string
}

/** The state of a visit that the platform has removed. */
const REMOVED = 'REMOVED'

/** States of a visit that has been in the queue. */
const QUEUED: ReadonlySet<string> = new Set(['WAITING', 'SERVING', 'COMPLETE'])

/** Returns whether an event is about a visit; nothing is kept of other events. */
export function isVisitEvent({ type }: VisitEvent): boolean {
  return type === 'visit.created' || type === 'visit.updated' || type === 'visit.removed'
}

/**
 * Decides by the specification's table of visit states and "Inbound events".
 *
 * @param last - the visit's state so far; undefined for one that is seen for the first time
 */
export function decide(event: VisitEvent, last: string | undefined, cancelledTag: boolean): Decision {
  if (event.type === 'visit.removed') {
    return last === REMOVED ? nothing(REMOVED, 'the visit was removed before') : send(REMOVED, 'cancellation')
  }
  if (event.type === 'visit.created') return decideCreated(event.state)
  if (last === REMOVED) return nothing(REMOVED, 'the visit was removed before')
  if (event.state === last) return nothing(last, 'the state of the visit has not changed')
  return decideChanged(event, last, cancelledTag)
}

function decideCreated(state: string): Decision {
  if (state === 'WAITING') return send(state, 'confirmation')
  if (state === 'BOOKED') return send(state, 'booking')
  return nothing(state, 'no text belongs to a new visit in this state')
}

function decideChanged(event: VisitEvent, last: string | undefined, cancelledTag: boolean): Decision {
  const { state, isTaggedCancelled } = event
  // A booked visit that joins the queue was not in it before.
  if (state === 'WAITING') return send(state, last !== undefined && QUEUED.has(last) ? 'waiting' : 'confirmation')
  if (state === 'SERVING') return send(state, 'turn')
  if (state === 'COMPLETE') return send(state, cancelledTag && isTaggedCancelled ? 'cancellation' : 'complete')
  return nothing(state, 'no text belongs to this state')
}

function send(state: string, notice: Notice): Decision {
  return { state, notice, reason: '' }
}

function nothing(state: string, reason: string): Decision {
  return { state, notice: undefined, reason }
}
