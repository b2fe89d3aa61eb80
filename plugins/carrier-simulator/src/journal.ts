import { appendFileSync, closeSync, openSync, readFileSync } from 'node:fs'
import type { Clock, Logger } from '@heliograph/contracts'

/** A part that the network took: one line of the journal. */
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
  /** Whether the network will send a receipt for it. */
  readonly owesReceipt: boolean
}

/** The network's memory outside the process it is simulated in. */
export interface Journal {
  /** False: nothing is kept, and `take` need not be called. */
  readonly persistent: boolean
  /** The error of the last write, if it failed. */
  readonly failure: Error | undefined
  take(part: TakenPart): void
  /** Records that the gateway has the receipt of this part. */
  acknowledge(networkId: string): void
  /**
   * Writes the buffer. Called before the gateway gets the answer, so that the journal has everything that the gateway
   * has, even if the process is killed.
   */
  flush(): void
  close(): void
}

/** A journal that keeps nothing. */
export const noJournal: Journal = {
  persistent: false,
  failure: undefined,
  take() {},
  acknowledge() {},
  flush() {},
  close() {},
}

/** Longest time until an acknowledged receipt is written; losing it only repeats the receipt. */
const ACKNOWLEDGE_MS = 5

/**
 * Opens the journal at `path` (lines `smsId,attempt,part,networkId,time,to,owesReceipt`) and the file of acknowledged
 * receipts beside it (`.receipts`, one network id in each line), and reads the entries of earlier runs. Writes go to
 * the operating system at once: they survive the process, not a power failure. Throws when the files cannot be read or
 * opened; a write that fails later is logged and shown as `failure`.
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
      logger.error({ err: error, path }, 'journal not written')
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

/** The parts of earlier runs; parts whose receipt was acknowledged do not owe one. */
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

/** Reads complete lines only, because a process killed in the middle of a write leaves half a line. */
function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(0, -1)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
