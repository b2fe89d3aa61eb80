import type { Metrics } from '@heliograph/contracts'
import { STATEMENT_ERRORS } from './pool-count.ts'
import type { PoolName, Pools, StandingPool } from './pools.ts'

/** Pools for which a statement waits now and then; that of burials is used once in a while, by nothing that hurries. */
const ASKED = ['vital', 'accept', 'work', 'changes', 'general', 'reports', 'chores'] as const satisfies StandingPool[]

interface Question {
  /** Null: it has been answered. */
  askedAt: number | null
  /** How long the last answer took. */
  tookMs: number
}

/**
 * Shows how the database answers this node, by pool. How long a statement takes that does nothing is mostly how long it
 * waited for a connection: one is sent over each pool that is in use, never two at once.
 */
export class PoolMetrics {
  readonly #pools: Pools
  readonly #now: () => number
  readonly #metrics: Metrics
  readonly #questions = new Map<PoolName, Question>()

  /** @param now milliseconds that only ever grow */
  constructor(pools: Pools, now: () => number, metrics: Metrics) {
    this.#pools = pools
    this.#now = now
    this.#metrics = metrics
    this.#count()
  }

  /** Asks over each pool that has been used, unless it still waits for the last answer. */
  ask(): void {
    for (const name of ASKED) {
      const isUsed = (this.#pools.counts.get(name)?.answers ?? 0) > 0
      if (isUsed && this.#question(name).askedAt === null) void this.#askOver(name)
    }
  }

  async #askOver(name: StandingPool): Promise<void> {
    const question = this.#question(name)
    const askedAt = this.#now()
    question.askedAt = askedAt
    try {
      await this.#pools[name]`select 1`
    } catch {
      // That it failed is counted elsewhere, and here it took as long as it took.
    }
    question.tookMs = this.#now() - askedAt
    question.askedAt = null
  }

  #question(name: PoolName): Question {
    let question = this.#questions.get(name)
    if (question === undefined) {
      const created: Question = { askedAt: null, tookMs: 0 }
      this.#questions.set(name, created)
      this.#metrics
        .gauge(
          'database_answer_seconds',
          'How long a statement that does nothing takes or has waited over the pool, asked every 10 s',
          ['pool'],
        )
        .collect(() => this.#waited(created) / 1000, { pool: name })
      question = created
    }
    return question
  }

  #waited({ askedAt, tookMs }: Question): number {
    return askedAt === null ? tookMs : Math.max(tookMs, this.#now() - askedAt)
  }

  #count(): void {
    const { counts } = this.#pools
    const answers = this.#metrics.counter('database_answers', 'Answers of the database to statements', ['pool'])
    const errors = this.#metrics.counter('database_errors', 'Statements that failed', ['pool', 'kind'])
    for (const [pool, count] of counts) {
      answers.collect(() => count.answers, { pool })
      for (const kind of STATEMENT_ERRORS) errors.collect(() => count.errors[kind], { pool, kind })
    }
  }
}
