/** One part of a stop, in the order of its parts. */
export interface StopStep {
  /** For the log. */
  readonly what: string
  /** What happens meanwhile, for operators. */
  readonly meaning: string
  /** Counted from the end of the delay: what has not ended by then goes on unwatched, and the next part begins. */
  readonly byMs: number
  /** The time for this part alone, where it must not have all that is left. */
  readonly limitMs?: number
}

/** The parts of a stop. The README's table is made of them. */
export const STOP_STEPS = {
  dispatch: {
    what: 'dispatch',
    meaning: 'links answer what they were given; what waits goes back to the database',
    byMs: 3_000,
  },
  host: {
    what: 'listeners and instances',
    meaning: 'listeners close, requests under way end, instances close their ports and links',
    limitMs: 2_500,
    byMs: 5_500,
  },
  drained: {
    what: 'dispatch after its links',
    meaning: 'late answers of links are recorded, or kept in the data folder',
    byMs: 6_000,
  },
  engine: { what: 'engine', meaning: 'the node signs off at the database', limitMs: 2_000, byMs: 8_000 },
  database: { what: 'embedded Postgres', meaning: 'the embedded Postgres stops, if it is used', byMs: 8_400 },
  outbound: { what: 'outbound HTTP', meaning: 'connections to others close', limitMs: 500, byMs: 8_900 },
} as const satisfies Record<string, StopStep>

/** How long dispatch may record answers, so that it has all the time until its links are closed. */
export const RECORD_ANSWERS_MS = STOP_STEPS.host.byMs

/** For one instance, and for all requests under way. */
export const STOP_INSTANCE_MS = 1_500

/** The process ends then, whatever is still open. */
export const CUT_OFF_MS = 9_000

/**
 * How long a finished command may take to end, so that leftovers (a socket that closes slowly) do not keep the shell
 * waiting.
 */
export const LINGER_MS = 1_000

/** What is promised, because supervisors commonly wait as long. */
export const PROMISED_STOP_SECONDS = 10

/** The time left for a part of a stop that began `elapsedMs` ago. */
export function timeLeft({ byMs, limitMs = byMs }: StopStep, elapsedMs: number): number {
  return Math.max(0, Math.min(limitMs, byMs - elapsedMs))
}
