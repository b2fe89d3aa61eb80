import type { FindOptions, RequestFilter, RequestPage, RequestRecord } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import type { Searches } from '../../database/searches.ts'

/** Requests that one statement looks at. */
const STEP_ENTRIES = 5_000
/** A page ends after this time, even an empty one. */
const SEARCH_MS = 3_000

type Conditions = Omit<RequestFilter, 'before' | 'limit'>

interface Step {
  readonly clientId: number
  readonly before: number
  readonly entries: number
  readonly limit: number
}

/** A request of the page, if any, and the state of the search, which is the same in every row. */
type StepRow = { readonly looked_at: number; readonly lowest: number | null } & (
  | (Omit<RequestRecord, 'error'> & ErrorColumns)
  | { readonly entryId: null }
)

type ErrorColumns = {
  readonly [K in keyof NonNullable<RequestRecord['error']>]: NonNullable<RequestRecord['error']>[K] | null
}

/** Searches the requests of a client, newest first. Throws as `Reports.find` does. */
export function findRequests(
  searches: Searches,
  clientId: number,
  { before: given, limit, ...conditions }: RequestFilter,
  { signal }: FindOptions = {},
  entries = STEP_ENTRIES,
): Promise<RequestPage> {
  return searches.run(clientId, signal, async ({ take }) => {
    const endsAt = performance.now() + SEARCH_MS
    const records: RequestRecord[] = []
    let before = given ?? Number.MAX_SAFE_INTEGER
    while (true) {
      const step = { clientId, before, entries, limit: limit - records.length }
      const rows = await take(({ sql, run }) => run(selectRequests(sql, conditions, step)))
      for (const row of rows) if (row.entryId !== null) records.push(recordOf(row))
      const { looked_at: lookedAt, lowest } = rows[0] as StepRow
      if (records.length === limit) return { records, next: records.at(-1)?.entryId }
      if (lookedAt < entries || lowest === null) return { records, next: undefined }
      before = lowest
      if (performance.now() >= endsAt) return { records, next: before }
    }
  })
}

/** One step: what fits of a limited stretch, so that none takes long however seldom something fits. */
function selectRequests(sql: Sql, conditions: Conditions, { clientId, before, entries, limit }: Step) {
  const { requestId } = conditions
  return sql<StepRow[]>`
    with stretch as materialized (
      select * from request_log
      where client_id = ${clientId}::bigint and entry_id < ${before}::bigint
        ${requestId === undefined ? sql`` : sql`and request_id = ${requestId}`}
      order by entry_id desc limit ${entries}::integer
    )
    select standing.*, fitting.*
    from (select count(*)::int as looked_at, min(entry_id) as lowest from stretch) as standing
    left join (
      select entry_id as "entryId", request_id as "requestId", at, instance as "instanceId", user_id as "userId",
        key_id as "keyId", method, path, query, body, answer, status, category, code, message, fields,
        elapsed_ms::float8 as "elapsedMs"
      from stretch where true ${whereOf(sql, conditions)}
      order by entry_id desc limit ${limit}::integer
    ) as fitting on true
    order by fitting."entryId" desc`
}

function whereOf(sql: Sql, { instanceId, userId, keyId, status, isRefused, field, text }: Conditions) {
  const like = (part: string) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`
  const conditions = [
    instanceId === undefined ? sql`` : sql`and instance = ${instanceId}`,
    userId === undefined ? sql`` : sql`and user_id = ${userId}::bigint`,
    keyId === undefined ? sql`` : sql`and key_id = ${keyId}::bigint`,
    status === undefined ? sql`` : sql`and status = ${status}::smallint`,
    isRefused === undefined ? sql`` : sql`and (category is not null) = ${isRefused}::boolean`,
    field === undefined
      ? sql``
      : sql`and exists (select from jsonb_object_keys(fields) as name where name ilike ${like(field)})`,
    text === undefined
      ? sql``
      : sql`and concat_ws(E'\\n', path, query, body, answer, code, message, fields::text) ilike ${like(text)}`,
  ]
  return conditions.reduce((all, each) => sql`${all} ${each}`)
}

function recordOf({
  looked_at: _,
  lowest: __,
  ...row
}: Extract<StepRow, { readonly category: unknown }>): RequestRecord {
  const { category, code, message, fields, ...record } = row
  if (category === null) return { ...record, error: null }
  return { ...record, error: { category, code: code ?? '', message: message ?? '', fields: fields ?? {} } }
}
