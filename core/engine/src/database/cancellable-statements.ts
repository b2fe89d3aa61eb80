import type postgres from '@heliograph/postgres-driver'

/** Runs a statement that has been built but not begun. */
export type RunStatement = <Rows extends readonly postgres.MaybeRow[]>(
  statement: postgres.PendingQuery<Rows>,
) => Promise<postgres.RowList<Rows>>

/**
 * The properties that the driver's types leave out. Its own `cancel` reports neither that it is done nor that it
 * failed.
 */
interface Cancellable {
  /** The server is running it. */
  readonly active: boolean
  readonly canceller: ((query: unknown) => Promise<void>) | null
}

/**
 * Statements of one pool that are cancelled in the database once no caller waits for their result any more.
 *
 * Postgres cancels whatever a connection is doing when the request to cancel arrives. So nothing new begins while a
 * request to cancel is on its way: it might be meant for a statement that has ended meanwhile, and hit the next one.
 */
export class CancellableStatements {
  readonly #cancellations = new Set<Promise<void>>()

  /** Rejects with the signal's reason, instead of the statement's error, when the signal was aborted. */
  async run<Rows extends readonly postgres.MaybeRow[]>(
    statement: postgres.PendingQuery<Rows>,
    signal: AbortSignal | undefined,
  ): Promise<postgres.RowList<Rows>> {
    while (this.#cancellations.size > 0) await Promise.all(this.#cancellations)
    signal?.throwIfAborted()
    const cancel = () => this.#cancel(statement)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await statement
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /**
   * A statement that waits for its connection to be made is left alone, because the driver would lose the connection
   * with it.
   */
  #cancel(statement: unknown): void {
    const { active, canceller } = statement as Cancellable
    if (!active || canceller === null) return
    const cancellation = canceller(statement)
      .catch(() => {})
      .finally(() => this.#cancellations.delete(cancellation))
    this.#cancellations.add(cancellation)
  }
}
