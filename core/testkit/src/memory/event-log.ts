import { type Clock, type EventFollower, type EventLog, GatewayError, type MessageEvent } from '@heliograph/contracts'
import { checkSubscription } from '@heliograph/messaging'
import type { Faults } from './faults.ts'

/** The log of the double; what happens is added by `note`. */
export interface EventLogDouble {
  readonly service: EventLog
  note(event: MessageEvent): void
}

/** A place in the log, with the followers that go on from there in turn. */
interface Place {
  kinds: EventFollower['kinds']
  /** The index of the next event. */
  next: number
  /** How often it was moved back. */
  replays: number
  tries: number
  /** Time of the clock. */
  dueAt: number
  readonly followers: Set<Follower>
  /** The batch that is handed over, until that is done. */
  busy: Promise<void> | undefined
}

interface Follower {
  readonly handler: EventFollower['handler']
  readonly end: AbortController
}

const BATCH = 100
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 300_000

export function createEventLogDouble(clock: Clock, faults: Faults): EventLogDouble {
  const log: { readonly event: MessageEvent; readonly at: number }[] = []
  const places = new Map<string, Place>()

  /** Hands over in a separate turn of the loop, as after a commit. */
  function hand(place: Place): void {
    const [follower] = place.followers
    if (follower === undefined || place.busy !== undefined || place.dueAt > clock.now()) return
    const { next: from, replays } = place
    const events = log.slice(from, from + BATCH).map(({ event }) => event)
    if (events.length === 0) return
    place.busy = handBatch(place, follower, events).then((isTaken) => {
      place.busy = undefined
      if (isTaken) place.tries = 0
      else putOff(place)
      // Unless it was moved meanwhile, be it to where it was.
      if (isTaken && place.replays === replays) place.next += events.length
      hand(place)
    })
  }

  async function handBatch(place: Place, { handler, end }: Follower, batch: readonly MessageEvent[]): Promise<boolean> {
    const events = batch.filter(({ kind }) => place.kinds.includes(kind))
    await Promise.resolve()
    if (events.length === 0) return true
    return handler(events, end.signal).then(
      () => true,
      () => false,
    )
  }

  function putOff(place: Place): void {
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** place.tries, LONGEST_WAIT_MS)
    place.tries += 1
    place.dueAt = clock.now() + waitMs
    clock.after(waitMs, () => hand(place))
  }

  const service: EventLog = {
    async follow(follower) {
      faults.trip('events')
      checkSubscription(follower)
      const { handler, kinds, name } = follower
      const fresh: Place = {
        kinds,
        next: log.length,
        replays: 0,
        tries: 0,
        dueAt: 0,
        followers: new Set(),
        busy: undefined,
      }
      const place = places.get(name) ?? fresh
      place.kinds = kinds
      place.dueAt = 0
      places.set(name, place)
      const own = { handler, end: new AbortController() }
      place.followers.add(own)
      hand(place)
      return {
        async stop() {
          place.followers.delete(own)
          own.end.abort()
          await place.busy
        },
      }
    },
    async replay(name, from) {
      faults.trip('events')
      const place = places.get(name)
      if (place === undefined) throw followerNotFound(name)
      const first = log.findIndex(({ at }) => at >= from.getTime())
      place.replays += 1
      Object.assign(place, { next: first < 0 ? log.length : first, tries: 0, dueAt: 0 })
      hand(place)
      return first < 0 ? null : new Date(log[first]?.at ?? 0)
    },
    async forget(name) {
      faults.trip('events')
      places.delete(name)
      if (places.size === 0) log.length = 0
    },
  }
  return {
    service,
    note(event) {
      if (places.size === 0) return
      log.push({ event, at: clock.now() })
      for (const place of places.values()) hand(place)
    },
  }
}

function followerNotFound(name: string): GatewayError {
  return new GatewayError('not-found', 'follower-not-found', `Nothing follows events under the name '${name}'`)
}
