import { type Clock, GatewayError } from '@heliograph/contracts'

export interface PartLimitSettings {
  readonly partsPerRequest: number
  readonly partsPerMinute: number
}

/** How many parts a client may send: in one request, and within any minute. */
export interface PartLimits {
  /**
   * Counts a request. Throws `invalid`/`too-many-parts` and `throttled`/`too-many-parts-a-minute`, in which case it is
   * not counted.
   */
  admit(clientId: number, parts: number): void
}

const SECONDS = 60

/** The parts of the last minute, by second. */
interface Minute {
  readonly seconds: number[]
  total: number
  /** The second that was counted last. */
  last: number
}

/**
 * Creates the limits of this node: each node counts only what it accepts itself. `clock`: measures how long something
 * takes, and is never set.
 */
export function createPartLimits(settings: PartLimitSettings, clock: Clock): PartLimits {
  const { partsPerRequest, partsPerMinute } = settings
  let clients = new Map<number, Minute>()
  let clearedAt = 0

  function minuteOf(clientId: number, second: number): Minute {
    if (second >= clearedAt + SECONDS) {
      clients = new Map([...clients].filter(([, { last }]) => last + SECONDS > second))
      clearedAt = second
    }
    let minute = clients.get(clientId)
    if (minute === undefined) {
      minute = { seconds: new Array<number>(SECONDS).fill(0), total: 0, last: second }
      clients.set(clientId, minute)
    }
    forgetUntil(minute, second)
    return minute
  }

  return {
    admit(clientId, parts) {
      if (parts > partsPerRequest) throw tooManyParts(parts, partsPerRequest)
      const minute = minuteOf(clientId, Math.floor(clock.now() / 1000))
      if (minute.total + parts > partsPerMinute)
        throw tooManyInMinute(partsPerMinute, waitFor(minute, parts, partsPerMinute))
      const at = minute.last % SECONDS
      minute.seconds[at] = (minute.seconds[at] as number) + parts
      minute.total += parts
    },
  }
}

/** Drops the counts that are a minute old at `second`. */
function forgetUntil(minute: Minute, second: number): void {
  const steps = Math.min(second - minute.last, SECONDS)
  for (let step = 1; step <= steps; step += 1) {
    const at = (minute.last + step) % SECONDS
    minute.total -= minute.seconds[at] as number
    minute.seconds[at] = 0
  }
  minute.last = second
}

/** Seconds until there is room for this many parts; for a request that never fits, until every count has expired. */
function waitFor({ seconds, total, last }: Minute, parts: number, limit: number): number {
  let left = total
  for (let step = 1; step < SECONDS; step += 1) {
    left -= seconds[(last + step) % SECONDS] as number
    if (left + parts <= limit) return step
  }
  return SECONDS
}

function tooManyParts(parts: number, limit: number): GatewayError {
  const text = `A request may have at most ${limit} parts, this one has ${parts}`
  return new GatewayError('invalid', 'too-many-parts', text, { details: { messages: text } })
}

function tooManyInMinute(limit: number, retryAfterSeconds: number): GatewayError {
  const text = `More than ${limit} parts within a minute`
  return new GatewayError('throttled', 'too-many-parts-a-minute', text, { retryAfterSeconds })
}
