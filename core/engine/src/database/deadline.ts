/** Longer than any statement of the hot paths takes on a database that works. */
const DEADLINE_MS = 12_000

/**
 * Gives up waiting for a statement after a while, with an error that means "the database is away".
 *
 * A connection that breaks at the wrong moment can silently take a statement with it. A caller that waits for it would
 * wait for ever, and with it everything that shares its lane. Use only where running the statement again does no harm.
 */
export async function withDeadline<T>(statement: PromiseLike<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(deadlineMs)), deadlineMs)
    timer.unref()
  })
  try {
    return await Promise.race([statement, deadline])
  } finally {
    clearTimeout(timer)
  }
}

export class DeadlineError extends Error {
  /** The driver's code for a connection that cannot be made; see `isDatabaseAway`. */
  readonly code = 'CONNECT_TIMEOUT'
  constructor(deadlineMs = DEADLINE_MS) {
    super(`No answer from the database within ${deadlineMs} ms`)
    this.name = 'DeadlineError'
  }
}
