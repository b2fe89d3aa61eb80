import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
import type { Clock, Logger } from '@heliograph/contracts'

/** A part the network took: one line of the journal. */
export interface TakenPart {
  readonly smsId: number
  readonly attempt: number
  /** From 1. */
  readonly part: number
  readonly networkId: string
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Recipient, digits. */
  readonly to: string
  /** The network will send a receipt for it. */
  readonly owesReceipt: boolean
}

/** The network's memory outside the process it is simulated in. */
export interface Journal {
  /** False: nothing is kept, and `take` need not be called. */
  readonly persistent: boolean
  /** Why it could not be written the last time, if it could not. */
  readonly failure: Error | undefined
  take(part: TakenPart): void
  /** The gateway has the receipt of this part. */
  acknowledge(networkId: string): void
  /** Writes what is buffered. Called before the gateway learns of it, so that nothing it knows is missing when it is killed. */
  flush(): void
  close(): void
}

/** Forgets everything with the process. */
export const noJournal: Journal = {
  persistent: false,
  failure: undefined,
  take() {},
  acknowledge() {},
  flush() {},
  close() {},
}

/** Acknowledged receipts are written this long after the first of them at the latest; losing them only repeats a receipt. */
const ACKNOWLEDGE_MS = 5

/**
 * Opens the journal at `path` (lines `smsId,attempt,part,networkId,time,to,owesReceipt`) and the file of acknowledged receipts beside it (`.receipts`, a
 * network id a line), and reads what earlier runs left. Writes go to the operating system at once: they outlive the process, not a power failure.
 * Throws when the files cannot be read or opened; a write that fails later is logged and shown as `failure`.
 */
export function openJournal(
  path: string,
  clock: Clock,
  logger: Logger,
): { journal: Journal; earlier: readonly TakenPart[] } {
  const earlier = readTaken(path)
  const taken = createAppender(path, logger)
  const receipts = createAppender(`${path}.receipts`, logger)
  let cancel: (() => void) | undefined
  const flushReceipts = () => {
    cancel = undefined
    receipts.flush()
  }

  const journal: Journal = {
    persistent: true,
    get failure() {
      return taken.failure ?? receipts.failure
    },
    take({ smsId, attempt, part, networkId, at, to, owesReceipt }) {
      taken.add(`${smsId},${attempt},${part},${networkId},${at},${to},${owesReceipt ? 1 : 0}\n`)
    },
    acknowledge(networkId) {
      receipts.add(`${networkId}\n`)
      cancel ??= clock.after(ACKNOWLEDGE_MS, flushReceipts)
    },
    flush: () => taken.flush(),
    close() {
      cancel?.()
      taken.close()
      receipts.close()
    },
  }
  return { journal, earlier }
}

interface Appender {
  readonly failure: Error | undefined
  add(lines: string): void
  flush(): void
  close(): void
}

function createAppender(path: string, logger: Logger): Appender {
  const file = openSync(path, 'a')
  let open = true
  let buffer = ''
  let failure: Error | undefined

  function flush(): void {
    if (!open || buffer === '') return
    const lines = buffer
    buffer = ''
    try {
      appendFileSync(file, lines)
      failure = undefined
    } catch (error) {
      failure = error as Error
      logger.error({ error, path }, 'journal not written')
    }
  }

  return {
    get failure() {
      return failure
    },
    add(lines) {
      buffer += lines
    },
    flush,
    close() {
      flush()
      if (open) closeSync(file)
      open = false
    },
  }
}

/** The parts of earlier runs; those whose receipt was acknowledged owe none. */
function readTaken(path: string): readonly TakenPart[] {
  const acknowledged = new Set(readLines(`${path}.receipts`))
  return readLines(path).flatMap((line) => {
    const [smsId, attempt, part, networkId, at, to, owes] = line.split(',')
    if (networkId === undefined || to === undefined || owes === undefined) return []
    const owesReceipt = owes === '1' && !acknowledged.has(networkId)
    return [
      {
        smsId: Number(smsId),
        attempt: Number(attempt),
        part: Number(part),
        networkId,
        at: Number(at),
        to,
        owesReceipt,
      },
    ]
  })
}

/** Complete lines only: a process killed in the middle of a write leaves half a line. */
function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
