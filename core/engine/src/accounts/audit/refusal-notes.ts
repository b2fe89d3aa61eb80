import type { LogInRefusal, NoteRefusal } from '@heliograph/access'
import type { Clock } from '@heliograph/contracts'

/** Refusals of an account for one reason are written at most this often; those in between are counted. */
const PAUSE_MS = 1_000
/** How many accounts have their refusals counted separately at once; those of all others are counted together. */
const MOST_ACCOUNTS = 100
/** Stands for all others; no user has it as an e-mail. */
const OTHERS = { account: '*', isSystemId: false, clientId: undefined }

interface Count {
  latest: LogInRefusal
  times: number
}

export interface RefusalNotesOptions {
  readonly clock: Clock
  /** Writes how many refusals there were, and the latest of them. */
  write(refusal: LogInRefusal, times: number, at: number): Promise<void>
  /** Called with the error when a write has failed. */
  onLost(error: unknown): void
}

/**
 * Records refused logins without letting a flood of them through to the database: the first of an account at once,
 * then one statement a second for all that arrived meanwhile. Refusals that a node counted in its last second may be
 * lost when it ends.
 */
export function createRefusalNotes({ clock, write, onLost }: RefusalNotesOptions): NoteRefusal {
  /** By account and reason; an entry exists while its account has been written recently. */
  const counts = new Map<string, Count>()

  function flush(key: string): void {
    const count = counts.get(key)
    if (count === undefined || count.times === 0) {
      counts.delete(key)
      return
    }
    const { latest, times } = count
    count.times = 0
    void write(latest, times, clock.now())
      .catch(onLost)
      .then(() => clock.after(PAUSE_MS, () => flush(key)))
  }

  return (given) => {
    const hasRoom = counts.has(keyOf(given)) || counts.size < MOST_ACCOUNTS
    const refusal = hasRoom ? given : { ...given, ...OTHERS }
    const key = keyOf(refusal)
    const known = counts.get(key)
    if (known !== undefined) {
      known.times += 1
      known.latest = refusal
      return
    }
    counts.set(key, { latest: refusal, times: 1 })
    flush(key)
  }
}

function keyOf({ account, clientId, reason }: LogInRefusal): string {
  return `${reason} ${clientId ?? ''} ${account}`
}
