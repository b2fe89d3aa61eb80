import { numberArray, textArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import type { NodeTools } from '../../database/node-tools.ts'
import { LookLoop } from '../../ownership/look-loop.ts'
import type { LinkAnswers } from './answer-counts.ts'

const MINUTE_MS = 60_000
/** How often parts on their way are counted: the most of a minute is shown. */
const SAMPLE_MS = 5_000

export interface LinkMinutesOptions extends NodeTools {
  readonly links: () => readonly { readonly id: string; readonly link: { readonly window: number } }[]
  readonly outstanding: (link: string) => number
  /** Since the start of the node. */
  readonly answersOf: (link: string) => LinkAnswers
  /** Whether this node has the link. */
  readonly holds: (link: string) => boolean
}

/** What a link did within a minute. */
export interface LinkMinute extends LinkAnswers {
  readonly link: string
  readonly outstanding: number
  readonly window: number
}

/** Writes what the links of this node do, once a minute, for the charts of operators. */
export class LinkMinutes {
  readonly #options: LinkMinutesOptions
  readonly #loop: LookLoop
  /** The most parts on their way in this minute, by link. */
  #most = new Map<string, number>()
  /** What the counters stood at when the minute began. */
  #since = new Map<string, LinkAnswers>()
  #minute: number | undefined

  constructor(options: LinkMinutesOptions) {
    this.#options = options
    this.#loop = new LookLoop({
      ...options,
      what: 'what links do',
      everyMs: SAMPLE_MS,
      look: () => this.sample(),
    })
  }

  start(): void {
    void this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /** Looks at the links, and writes a minute once it is over; one that cannot be written is not repeated. */
  async sample(): Promise<void> {
    const { clock, sql, links, outstanding } = this.#options
    const minute = Math.floor(clock.now() / MINUTE_MS)
    const ended = this.#minute
    const rows = ended === undefined || ended === minute ? [] : this.#rows()
    if (ended !== minute) this.#begin(minute)
    for (const { id } of links()) this.#most.set(id, Math.max(outstanding(id), this.#most.get(id) ?? 0))
    if (ended !== undefined && rows.length > 0) await writeMinutes(sql, ended * MINUTE_MS, rows)
  }

  #begin(minute: number): void {
    const { links, answersOf } = this.#options
    this.#minute = minute
    this.#most = new Map()
    this.#since = new Map(links().map(({ id }) => [id, { ...answersOf(id) }]))
  }

  /** Of links that other nodes have, nothing is known here. */
  #rows(): readonly LinkMinute[] {
    const { links, answersOf, holds } = this.#options
    return links().flatMap(({ id, link: { window } }) => {
      const since = this.#since.get(id)
      const now = answersOf(id)
      const taken = now.taken - (since?.taken ?? 0)
      const failed = now.failed - (since?.failed ?? 0)
      if (!holds(id) && taken + failed === 0) return []
      return [{ link: id, taken, failed, outstanding: this.#most.get(id) ?? 0, window }]
    })
  }
}

/** Adds what other nodes did with the same links in the same minute. */
async function writeMinutes(sql: Sql, at: number, rows: readonly LinkMinute[]): Promise<void> {
  await sql`
    insert into link_minute (link, minute, taken, failed, outstanding, window_parts)
    select link, to_timestamp(${at / 1000}::float8), taken, failed, outstanding, window_parts
    from unnest(
      ${textArray(rows.map(({ link }) => link))}::text[], ${numberArray(rows.map(({ taken }) => taken))}::integer[],
      ${numberArray(rows.map(({ failed }) => failed))}::integer[],
      ${numberArray(rows.map(({ outstanding }) => outstanding))}::integer[],
      ${numberArray(rows.map(({ window }) => window))}::integer[]
    ) as given (link, taken, failed, outstanding, window_parts)
    order by link
    on conflict (link, minute) do update set
      taken = link_minute.taken + excluded.taken,
      failed = link_minute.failed + excluded.failed,
      outstanding = greatest(link_minute.outstanding, excluded.outstanding),
      window_parts = greatest(link_minute.window_parts, excluded.window_parts)`
}

/** Removes what no chart shows any more. */
export async function dropOldMinutes(sql: Sql): Promise<void> {
  await sql`delete from link_minute where minute < now() - interval '2 hours'`
}
