import type { Clock } from '@heliograph/contracts'
import { numberArray, textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

/** Times that differ by less are the same, so that one refusal is written once. */
const SAME_MS = 2_000

/**
 * Links whose network has refused the login. That is so for all nodes: after too many attempts networks lock accounts.
 * The node that was refused writes until when none may try again.
 */
export class LinkRefusals {
  readonly #sql: Sql
  readonly #clock: Clock
  /** By link, in milliseconds of the clock. */
  #until = new Map<string, number>()

  constructor({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }) {
    this.#sql = sql
    this.#clock = clock
  }

  /** Whether no node may try to log in. */
  has(link: string): boolean {
    return (this.#until.get(link) ?? 0) > this.#clock.now()
  }

  /** Learns what other nodes have written. */
  async load(): Promise<void> {
    const rows = await this.#sql<{ link: string; rest_ms: number }[]>`
      select link, extract(epoch from refused_until - now())::float8 * 1000 as rest_ms from link_refusal
      where refused_until > now()`
    const now = this.#clock.now()
    this.#until = new Map(rows.map(({ link, rest_ms: restMs }) => [link, now + restMs]))
  }

  /** Writes what this node's links were told: how long no attempt may be made, in milliseconds. */
  async note(refused: ReadonlyMap<string, number>): Promise<void> {
    const now = this.#clock.now()
    const news = [...refused].filter(([link, ms]) => Math.abs((this.#until.get(link) ?? 0) - (now + ms)) > SAME_MS)
    if (news.length === 0) return
    await this.#sql`
      insert into link_refusal (link, refused_until)
      select link, now() + rest_ms * interval '1 millisecond'
      from unnest(
        ${textArray(news.map(([link]) => link))}::text[],
        ${numberArray(news.map(([, ms]) => Math.ceil(ms)))}::bigint[]
      ) as given (link, rest_ms)
      order by link
      on conflict (link) do update set refused_until = excluded.refused_until`
    for (const [link, ms] of news) this.#until.set(link, now + ms)
  }
}
