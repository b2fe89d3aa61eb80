import type { ShortLinks, SubscriptionLink } from '@heliograph/contracts'
import { isShortCode, type LinkSite, LONGEST_NUMBER } from '@heliograph/messaging'
import { numberArray, textArray } from '../database/arrays.ts'
import { chunksOf } from '../database/chunks.ts'
import type { Queryable, Sql, Transaction } from '../database/database.ts'
import { serviceAnswer } from '../database/service-answer.ts'

/** Links in one statement. */
const CHUNK = 5_000

const DIRECTIONS = ['out', 'in'] as const

/** Writes the links of one request. */
export interface LinkWriter {
  readonly site: LinkSite
  /**
   * Resolves when the database knows what the short links stand for that were written so far. To be awaited before
   * their texts are stored: a code that no text has does no harm, but one that is not known does.
   */
  keep(): Promise<void>
}

export interface ShortLinkKeeper {
  readonly service: ShortLinks
  /** What links consist of in texts that are only shown. */
  site(): LinkSite
  writer(): LinkWriter
  /** Removes what is kept of a contact. */
  forget(tx: Transaction, contact: Pick<SubscriptionLink, 'clientId' | 'mobile'>): Promise<void>
}

export interface ShortLinksOptions {
  /** Not the pool of accepting: links are kept while one of its transactions may be open. */
  readonly sql: Sql
  /** Without a trailing slash; undefined: links are long. */
  readonly url: string | undefined
  codeOf(link: SubscriptionLink): string
  /** What long links consist of. */
  longSite(): LinkSite
}

/** Creates what writes short links and finds out what they stand for. */
export function createShortLinks({ sql, url, codeOf, longSite }: ShortLinksOptions): ShortLinkKeeper {
  return {
    service: {
      url,
      find: (code) => (isShortCode(code) ? serviceAnswer(findLink(sql, code)) : Promise.resolve(undefined)),
    },
    site: () => (url === undefined ? longSite() : { ...longSite(), short: { url, codeOf } }),
    writer() {
      if (url === undefined) return { site: longSite(), keep: async () => {} }
      const written = new Map<string, SubscriptionLink>()
      const short = {
        url,
        codeOf(link: SubscriptionLink) {
          const code = codeOf(link)
          if (isOfContact(link)) written.set(code, link)
          return code
        },
      }
      return { site: { ...longSite(), short }, keep: () => keepLinks(sql, [...written]) }
    },
    async forget(tx, contact) {
      const codes = DIRECTIONS.map((direction) => codeOf({ ...contact, direction }))
      await tx`delete from short_link where code = any(${textArray(codes)}::text[])`
    },
  }
}

/** False for a link without a number, or with the one that texts are measured with. */
function isOfContact({ mobile }: SubscriptionLink): boolean {
  return mobile !== '' && mobile !== LONGEST_NUMBER
}

async function findLink(sql: Sql, code: string): Promise<SubscriptionLink | undefined> {
  const [row] = await sql<{ client_id: number; direction: 'out' | 'in'; mobile: string }[]>`
    select client_id, direction, mobile from short_link where code = ${code} and mobile is not null`
  return row && { clientId: row.client_id, direction: row.direction, mobile: row.mobile }
}

/** In the order of the codes, so that two requests to the same contacts wait for each other in one direction only. */
async function keepLinks(sql: Sql, written: readonly (readonly [string, SubscriptionLink])[]): Promise<void> {
  const sorted = written.toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (const chunk of chunksOf(sorted, CHUNK)) {
    const doubles = await insertLinks(sql, chunk)
    if (doubles.length > 0)
      await sql`update short_link set mobile = null where code = any(${textArray(doubles)}::text[])`
  }
}

/** Resolves with the codes that stand for another contact already, one in 2^59 or so. */
async function insertLinks(
  sql: Queryable,
  chunk: readonly (readonly [string, SubscriptionLink])[],
): Promise<readonly string[]> {
  const links = chunk.map(([, link]) => link)
  const rows = await sql<{ code: string }[]>`
    with given as materialized (
      select * from unnest(
        ${textArray(chunk.map(([code]) => code))}::text[], ${numberArray(links.map(({ clientId }) => clientId))}::bigint[],
        ${textArray(links.map(({ direction }) => direction))}::text[],
        ${textArray(links.map(({ mobile }) => mobile))}::text[]
      ) as each (code, client_id, direction, mobile)
    ), added as (
      insert into short_link (code, client_id, direction, mobile) select * from given on conflict do nothing
    )
    select given.code from given join short_link using (code)
    where (short_link.client_id, short_link.direction, short_link.mobile)
      is distinct from (given.client_id, given.direction, given.mobile)`
  return rows.map(({ code }) => code)
}
