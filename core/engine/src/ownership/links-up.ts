import type { Clock } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

/** How long a link that was up and changes nodes counts as up, because it will be in a moment. */
const MOVE_MS = 5_000

/** When a link was last seen up, in milliseconds, and at which node. */
interface Sighting {
  readonly lease: number
  readonly at: number
}

/** Which links nodes have up, as they tell each other. */
export class LinksUp {
  readonly #sql: Sql
  readonly #clock: Clock
  readonly #seen = new Map<string, Sighting>()
  #elsewhere: ReadonlySet<string> = new Set()

  constructor({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }) {
    this.#sql = sql
    this.#clock = clock
  }

  /** Whether another node has the link up, or had it up a moment ago and it changes nodes. */
  isElsewhere(link: string): boolean {
    return this.#elsewhere.has(link)
  }

  /** Writes which of its links the node has up, and reads those of the others. Resolves with who did not know all. */
  async exchange(
    lease: number,
    here: readonly string[],
  ): Promise<{ readonly toOthers: boolean; readonly toThis: boolean }> {
    const rows = await this.#sql<{ link: string; lease: number; is_up: boolean }[]>`
      select link, lease, is_up from link_lease`
    const elsewhere = this.#findElsewhere(lease, here, rows)
    const toThis = !isSame(elsewhere, this.#elsewhere)
    this.#elsewhere = elsewhere
    const written = new Set(rows.filter((row) => row.is_up && row.lease === lease).map((row) => row.link))
    const toOthers = !isSame(written, new Set(here))
    if (toOthers) await this.#write(lease, here)
    return { toOthers, toThis }
  }

  #findElsewhere(
    lease: number,
    here: readonly string[],
    rows: readonly { readonly link: string; readonly lease: number; readonly is_up: boolean }[],
  ): ReadonlySet<string> {
    const now = this.#clock.now()
    const nodeOf = new Map(rows.map((row) => [row.link, row.lease]))
    const up = rows.filter((row) => row.is_up && row.lease !== lease)
    for (const { link, lease: other } of up) this.#seen.set(link, { lease: other, at: now })
    for (const link of here) this.#seen.set(link, { lease, at: now })
    for (const [link, { at }] of this.#seen) if (now - at >= MOVE_MS) this.#seen.delete(link)
    const found = new Set(up.map(({ link }) => link))
    for (const [link, seen] of this.#seen) if (nodeOf.get(link) !== seen.lease) found.add(link)
    return found
  }

  async #write(lease: number, here: readonly string[]): Promise<void> {
    await this.#sql`
      update link_lease set is_up = not is_up
      where lease = ${lease}::bigint and is_up <> (link = any(${textArray(here)}::text[]))`
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}
