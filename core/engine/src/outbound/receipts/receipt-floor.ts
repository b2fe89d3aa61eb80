import type { Sql } from '../../database/database.ts'
import type { NodeTools } from '../../database/node-tools.ts'

/** How far back receipts are matched. */
const RECEIPT_DAYS = 7

/** How often the floor is looked up; it moves once a week. */
const LOOK_MS = 600_000

/** Where the messages begin that can still get a receipt. */
export class ReceiptFloor {
  readonly #options: NodeTools
  #smsId = 0
  #cancel = () => {}

  constructor(options: NodeTools) {
    this.#options = options
  }

  /** The lowest id of them; 0 before `start`. */
  get smsId(): number {
    return this.#smsId
  }

  /** Resolves once it has been looked up, or could not be. */
  async start(): Promise<void> {
    const { sql, clock, logger } = this.#options
    this.#cancel = clock.after(LOOK_MS, () => void this.start())
    try {
      this.#smsId = await findReceiptFloor(sql)
    } catch (error) {
      logger.warn({ err: error }, 'receipt floor not found, keeping the last')
    }
  }

  stop(): void {
    this.#cancel()
  }
}

/** The lowest id whose message can still get a receipt. */
export async function findReceiptFloor(sql: Sql): Promise<number> {
  const [row] = await sql<{ floor: number }[]>`
    select coalesce(max(from_id), 0)::bigint as floor from id_range
    where opened_at < now() - ${RECEIPT_DAYS}::integer * interval '1 day'`
  return row?.floor ?? 0
}
