import type { OutcomeDecision, UnknownCount, UnknownFilter, UnknownMessage } from '@heliograph/contracts'
import { chunksOf } from '../../database/chunks.ts'
import type { Sql } from '../../database/database.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import { countUnknown, pagesOfUnknown } from './find-unknown.ts'
import { type SettleTools, settleUnknown } from './settle-unknown.ts'

/** Messages that one transaction decides about. */
const STEP = 1_000

/** Messages of unknown outcome and what operators decide about them. */
export interface UnknownTools {
  /** The first of them, by recipient. */
  list(filter: UnknownFilter, limit: number): Promise<readonly UnknownMessage[]>
  /** How many there are, by client and route. */
  count(filter: UnknownFilter): Promise<readonly UnknownCount[]>
  /**
   * Decides about messages by their ids, or about all that a filter finds, in transactions of a thousand. What is
   * decided stays so when it is interrupted; `onStep` is called with how many that are so far. Resolves with how many;
   * those of which the outcome is known by then are not counted.
   */
  decide(
    which: readonly number[] | UnknownFilter,
    decision: OutcomeDecision,
    onStep?: (messages: number) => void,
  ): Promise<number>
}

export interface UnknownToolsOptions extends SettleTools {
  readonly sql: Sql
  /** Has all nodes look for messages of a route. */
  readonly announceBatches: (route: string) => void
}

export function createUnknownTools(options: UnknownToolsOptions): UnknownTools {
  const { sql, announceBatches } = options

  async function decideSome(smsIds: readonly number[], decision: OutcomeDecision): Promise<number> {
    let decided = 0
    for (const some of chunksOf(smsIds, STEP)) {
      const { messages, routes } = await inTransaction(sql, (tx) => settleUnknown(tx, options, some, decision))
      for (const route of routes) announceBatches(route)
      decided += messages
    }
    return decided
  }

  return {
    async list(filter, limit) {
      const found: UnknownMessage[] = []
      for await (const page of pagesOfUnknown(sql, filter)) {
        found.push(...page.slice(0, limit - found.length))
        if (found.length >= limit) break
      }
      return found
    },
    count: (filter) => countUnknown(sql, filter),
    async decide(which, decision, onStep = () => {}) {
      let decided = 0
      const pages = isIds(which) ? [which] : idsOf(pagesOfUnknown(sql, which))
      for await (const smsIds of pages) {
        decided += await decideSome(smsIds, decision)
        onStep(decided)
      }
      return decided
    },
  }
}

function isIds(which: readonly number[] | UnknownFilter): which is readonly number[] {
  return Array.isArray(which)
}

async function* idsOf(pages: AsyncIterable<readonly UnknownMessage[]>): AsyncIterable<readonly number[]> {
  for await (const page of pages) yield page.map(({ smsId }) => smsId)
}
