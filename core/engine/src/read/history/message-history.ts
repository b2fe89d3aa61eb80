import type { Channels, Clock, HistoryEntry, MessageHistory, MessageRecord } from '@heliograph/contracts'
import { shownUrl, tellHistory } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { createSearches, type Searches } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { loadHistoryFacts } from './history-facts.ts'
import { createReports, type EngineReports } from './reports.ts'

/** A message of any client, with its current state and its history. */
export interface MessageTrace {
  readonly clientId: number
  readonly record: MessageRecord
  readonly history: readonly HistoryEntry[]
}

export interface MessageHistoryOptions {
  readonly searches: Searches
  readonly reports: Pick<EngineReports, 'findFor'>
  readonly visibleTo: Channels['visibleTo']
}

/** Whose messages are traced. */
interface TraceScope {
  readonly clientId: number
  /** Absent: any. */
  readonly channelId?: number | undefined
}

/** Creates the `MessageHistory` service. */
export function createMessageHistory(options: MessageHistoryOptions): MessageHistory {
  return {
    async of(principal, smsId, { signal } = {}) {
      if (!Number.isSafeInteger(smsId)) return undefined
      const { clientId: own, role } = principal
      const clientId = role === 'operator' ? await findClient(options.searches.sql, smsId) : own
      if (clientId === undefined) return undefined
      const visible = await options.visibleTo(principal)
      const found = await trace(options, { clientId, channelId: visible ?? undefined }, smsId, signal)
      return found?.history.map((entry) =>
        entry.kind === 'webhook' ? { ...entry, url: shownUrl(principal, entry.url) } : entry,
      )
    },
  }
}

/**
 * A message of any client by its id or by that of a segment, for operators. Undefined when there is none. Throws as
 * `Reports.find`.
 */
export async function traceMessage(sql: Sql, clock: Clock, smsId: number): Promise<MessageTrace | undefined> {
  const clientId = Number.isSafeInteger(smsId) ? await findClient(sql, smsId) : undefined
  if (clientId === undefined) return undefined
  const searches = createSearches(sql, clock)
  return trace({ searches, reports: createReports({ searches, clock }) }, { clientId }, smsId, undefined)
}

function trace(
  { searches, reports }: Pick<MessageHistoryOptions, 'searches' | 'reports'>,
  { clientId, channelId }: TraceScope,
  smsId: number,
  signal: AbortSignal | undefined,
): Promise<MessageTrace | undefined> {
  return searches.run(clientId, signal, async (tools) => {
    const record = (await reports.findFor(clientId, [smsId], tools, channelId)).get(smsId)
    if (record === undefined) return undefined
    const facts = await tools.take((on) => loadHistoryFacts(on, clientId, record))
    return { clientId, record, history: tellHistory(record, facts) }
  })
}

async function findClient(sql: Sql, smsId: number): Promise<number | undefined> {
  const [row] = await serviceAnswer(sql<{ client_id: number | null }[]>`
    select coalesce(
      (select client_id from message where sms_id = ${smsId}::bigint),
      (
        select whole.client_id from message_alias
        cross join lateral (select client_id from message where sms_id = message_alias.joined_id limit 1) as whole
        where message_alias.sms_id = ${smsId}::bigint
      ),
      (select client_id from segment where sms_id = ${smsId}::bigint)
    ) as client_id`)
  return row?.client_id ?? undefined
}
