import type { Clock, MessageRecord } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { createSearches } from '../../database/searches.ts'
import { ID_DELAY_MS } from './id-bounds.ts'
import { createReports } from './reports.ts'

/** Which messages an operator looks for. */
export interface MessageQuestion {
  /** Recipient, E.164 digits. */
  readonly to: string
  /** Only messages of this client; default: of any. */
  readonly clientId?: number | undefined
  /** Accepted then or later. */
  readonly since?: Date | undefined
  /** How many at most, 1 to 1,000. */
  readonly limit: number
}

/** A message of any client, as in reports. */
export interface FoundMessage {
  readonly clientId: number
  readonly record: MessageRecord
}

/** Entries of the index that one statement looks at. */
const STEP_ENTRIES = 20_000

/** Above every id. */
const NO_BOUND = Number.MAX_SAFE_INTEGER

/** The newest messages to a number, highest id first, of any client or of one. Throws as `Reports.find`. */
export async function findMessages(
  sql: Sql,
  clock: Clock,
  question: MessageQuestion,
): Promise<readonly FoundMessage[]> {
  const searches = createSearches(sql, clock)
  const reports = createReports({ searches, clock })
  const owners = await findOwners(sql, question)
  const found: FoundMessage[] = []
  for (const clientId of new Set(owners.values())) {
    const smsIds = [...owners.keys()].filter((smsId) => owners.get(smsId) === clientId)
    const records = await searches.run(clientId, undefined, (tools) => reports.findFor(clientId, smsIds, tools))
    for (const record of records.values()) found.push({ clientId, record })
  }
  return found.sort((a, b) => b.record.smsId - a.record.smsId)
}

/**
 * Finds the clients of the messages, by message id. Goes through the number's messages step by step, so that no
 * statement takes long, however few of them fit.
 */
export async function findOwners(sql: Sql, question: MessageQuestion): Promise<ReadonlyMap<number, number>> {
  const { limit, since } = question
  const owners = new Map<number, number>()
  for (let before = NO_BOUND; ; ) {
    const rows = await selectStep(sql, question, before, limit - owners.size)
    for (const { sms_id: smsId, client_id: clientId } of rows) if (smsId !== null) owners.set(smsId, clientId)
    const [standing] = rows
    if (standing === undefined || standing.looked_to === null || owners.size >= limit) return owners
    if (since !== undefined && standing.accepted_at.getTime() < since.getTime() - ID_DELAY_MS) return owners
    before = standing.looked_to
  }
}

/** A message that fits, or, if there is none, only the state of the search. That state is the same in every row. */
interface StepRow {
  readonly sms_id: number | null
  readonly client_id: number
  /** The last entry that was looked at, null when there are no more. */
  readonly looked_to: number | null
  readonly accepted_at: Date
}

/** Whole rows are compared for the reason given in select-messages.ts. */
function selectStep(sql: Sql, { to, clientId, since }: MessageQuestion, before: number, limit: number) {
  return sql<StepRow[]>`
    with stretch as materialized (
      select sms_id, client_id, accepted_at from message
      where (message.recipient, message.sms_id) >= (${to}, 0) and (message.recipient, message.sms_id) < (${to}, ${before}::bigint)
        and message.sms_id < ${before}::bigint
      order by message.recipient desc, message.sms_id desc limit ${sql.unsafe(String(STEP_ENTRIES))}
    ),
    fitting as (
      select sms_id, client_id from stretch
      where client_id = coalesce(${clientId ?? null}::bigint, client_id)
        and accepted_at >= coalesce(${since ?? null}::timestamptz, accepted_at)
      order by sms_id desc limit ${limit}::integer
    ),
    standing as (
      select case when count(*) = ${sql.unsafe(String(STEP_ENTRIES))} then min(sms_id) end as looked_to,
        max(accepted_at) as accepted_at
      from stretch
    )
    select fitting.sms_id, fitting.client_id, standing.looked_to, standing.accepted_at
    from standing left join fitting on true`
}
