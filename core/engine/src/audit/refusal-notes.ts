import type { Clock } from '@heliograph/contracts'
import type { LogInRefusal, NoteRefusal } from '@heliograph/messaging'

/** Refusals of an account for one reason are written at most so often; those between are counted. */
const PAUSE_MS = 1_000
/** Accounts of which refusals are counted apart at once; those of others are counted together. */
const MOST_ACCOUNTS = 100
/** Stands for them; nobody has it as e-mail. */
const OTHERS = { account: '*', isSystemId: false, clientId: undefined }

interface Count {
  latest: LogInRefusal
  times: number
}

export interface RefusalNotesOptions {
  readonly clock: Clock
  /** Writes how many refusals there were, and the latest of them. */
  write(refusal: LogInRefusal, times: number, at: number): Promise<void>
  /** Told what could not be written. */
  onLost(error: unknown): void
}

/**
 * Has refused log-ins written without letting a flood of them through to the database: the first of an account at once, then one statement a second for all that came
 * meanwhile. What a node has counted in its last second may be lost when it ends.
 */
export function createRefusalNotes({ clock, write, onLost }: RefusalNotesOptions): NoteRefusal {
  /** By account and reason; while an entry is there, its account was written lately. */
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
