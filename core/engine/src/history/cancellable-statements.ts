import type postgres from '@heliograph/postgres-driver'
import { withDeadline } from '../database/deadline.ts'

/** Runs a statement that was built but not begun. */
export type RunStatement = <Rows extends readonly postgres.MaybeRow[]>(
  statement: postgres.PendingQuery<Rows>,
) => Promise<postgres.RowList<Rows>>

/** What the driver's types leave out. Its own `cancel` tells neither when it is done nor that it failed. */
interface Cancellable {
  /** The server is at it. */
  readonly active: boolean
  readonly canceller: ((query: unknown) => Promise<void>) | null
}

/**
 * Statements of one pool that are cancelled in the database once their result is not waited for any more.
 *
 * Postgres cancels what a connection is doing when the request to cancel arrives. So nothing new begins while such a request is on its way: it might
 * be meant for a statement that has ended meanwhile and hit the one after it.
 */
export class CancellableStatements {
  readonly #cancellations = new Set<Promise<void>>()

  /** Rejects with the signal's reason when it was aborted and not with the statement's own. */
  async run<Rows extends readonly postgres.MaybeRow[]>(
    statement: postgres.PendingQuery<Rows>,
    signal: AbortSignal | undefined,
  ): Promise<postgres.RowList<Rows>> {
    while (this.#cancellations.size > 0) await Promise.all(this.#cancellations)
    signal?.throwIfAborted()
    const cancel = () => this.#cancel(statement)
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await withDeadline(statement)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** One that waits for its connection to be made is left alone: the driver would lose the connection with it. */
  #cancel(statement: unknown): void {
    const { active, canceller } = statement as Cancellable
    if (!active || canceller === null) return
    const cancellation = canceller(statement)
      .catch(() => {})
      .finally(() => this.#cancellations.delete(cancellation))
    this.#cancellations.add(cancellation)
  }
}
