import type { InstanceTables, MessageEvent } from '@heliograph/contracts'

/** The number of delivered messages, kept across restarts and shared by all nodes. */
export interface DeliveredCount {
  /** Counts the delivered messages among the events, each once, however often its event comes. */
  add(events: readonly MessageEvent[]): Promise<void>
  read(): Promise<number>
}

/**
 * Events come at least once: again after a crash, say. `eachOnce` notes which were handled in the transaction that
 * counts them, so that a kill at any moment changes nothing.
 */
export function createDeliveredCount(tables: InstanceTables): DeliveredCount {
  return {
    async add(events) {
      const delivered = events.filter((event) => event.kind === 'message-ended' && event.state === 'delivered')
      await tables.eachOnce(delivered, (sql, fresh) => sql`update counts set delivered = delivered + ${fresh.length}`)
    },
    async read() {
      const [row] = await tables.sql<{ delivered: number }>`select delivered from counts`
      return row?.delivered ?? 0
    },
  }
}
