import type { Clock } from '@heliograph/contracts'
import { textArray } from '../database/arrays.ts'
import type { Sql } from '../database/database.ts'

/** How long a link that was up and changes nodes counts as up, because it will be in a moment. */
const MOVE_MS = 5_000

/** When a share of a link was last seen up, in milliseconds, and at which node. */
interface Sighting {
  readonly link: string
  readonly lease: number
  readonly at: number
}

interface LeaseRow {
  readonly link: string
  /** Which share of it, see `shareKey`. */
  readonly key: string
  readonly lease: number
  readonly is_up: boolean
}

/** Which links nodes have up, as they tell each other. */
export class LinksUp {
  readonly #sql: Sql
  readonly #clock: Clock
  /** By share. */
  readonly #seen = new Map<string, Sighting>()
  #elsewhere: ReadonlySet<string> = new Set()

  constructor({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }) {
    this.#sql = sql
    this.#clock = clock
  }

  /** Whether another node has the link up, or a share of it, or had it up a moment ago and it changes nodes. */
  isElsewhere(link: string): boolean {
    return this.#elsewhere.has(link)
  }

  /**
   * Writes which of its links the node has up, and reads those of the others. Resolves with who did not know all.
   *
   * @param here the links by their shares that the node has
   */
  async exchange(
    lease: number,
    here: ReadonlyMap<string, string>,
  ): Promise<{ readonly toOthers: boolean; readonly toThis: boolean }> {
    const rows = await this.#sql<LeaseRow[]>`
      select link, link || ' ' || share as key, lease, is_up from link_lease`
    const elsewhere = this.#findElsewhere(lease, here, rows)
    const toThis = !isSame(elsewhere, this.#elsewhere)
    this.#elsewhere = elsewhere
    const written = new Set(rows.filter((row) => row.is_up && row.lease === lease).map((row) => row.key))
    const up = new Set(here.keys())
    const toOthers = !isSame(written, up)
    if (toOthers) await this.#write(lease, [...up])
    return { toOthers, toThis }
  }

  #findElsewhere(lease: number, here: ReadonlyMap<string, string>, rows: readonly LeaseRow[]): ReadonlySet<string> {
    const now = this.#clock.now()
    const nodeOf = new Map(rows.map((row) => [row.key, row.lease]))
    const up = rows.filter((row) => row.is_up && row.lease !== lease)
    for (const { link, key, lease: other } of up) this.#seen.set(key, { link, lease: other, at: now })
    for (const [key, link] of here) this.#seen.set(key, { link, lease, at: now })
    for (const [key, { at }] of this.#seen) if (now - at >= MOVE_MS) this.#seen.delete(key)
    const found = new Set(up.map(({ link }) => link))
    for (const [key, seen] of this.#seen) if (nodeOf.get(key) !== seen.lease) found.add(seen.link)
    return found
  }

  async #write(lease: number, up: readonly string[]): Promise<void> {
    await this.#sql`
      update link_lease set is_up = not is_up
      where lease = ${lease}::bigint and is_up <> (link || ' ' || share = any(${textArray(up)}::text[]))`
  }
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each))
}
