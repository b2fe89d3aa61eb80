import type { Sql } from '../../database/database.ts'
import { type OwnedBatch, placeKey } from './batch.ts'
import { claimLines, type LineDemand } from './line-statements.ts'

/** How many lines of one route and priority have a batch of their own in memory. */
export const LINES_IN_MEMORY = 100

/** Messages of one route and priority. */
export interface Place {
  readonly route: string
  readonly priority: number
}

/**
 * Claims a batch of each line of which this node has next to nothing, whatever is before it in the table, so that the
 * lines can take turns in memory. Where there are more lines than fit, it goes round them.
 */
export class LineClaims {
  readonly #sql: Sql
  readonly #fullLines: (route: string, priority: number) => readonly number[] | null
  /** By route and priority: the line that was served last. */
  readonly #last = new Map<string, number>()

  /** `fullLines`: the lines of which there is enough in memory; null while no link of the route can take any. */
  constructor(sql: Sql, fullLines: (route: string, priority: number) => readonly number[] | null) {
    this.#sql = sql
    this.#fullLines = fullLines
  }

  /** For places where more may wait than was claimed in order. */
  async claim(lease: number, places: readonly Place[]): Promise<readonly OwnedBatch[]> {
    const demands = places.flatMap(({ route, priority }): readonly LineDemand[] => {
      const full = this.#fullLines(route, priority)
      const lines = full === null ? 0 : LINES_IN_MEMORY - full.length
      if (full === null || lines <= 0) return []
      return [{ route, priority, full, lines, after: this.#last.get(placeKey(route, priority)) ?? 0 }]
    })
    if (demands.length === 0) return []
    const rows = await claimLines(this.#sql, lease, demands)
    for (const { route, priority, line } of [...rows].sort((a, b) => a.given - b.given))
      this.#last.set(placeKey(route, priority), line as number)
    return rows
  }
}
