import type { Clock, MessageRecord } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { createSearches } from '../../database/searches.ts'
import { createReports } from './reports.ts'

/** Which messages an operator looks for. */
export interface MessageQuestion {
  /** Recipient, E.164 digits; default: any. */
  readonly to?: string | undefined
  /** The request they came by, as in `SubmitRequest`; default: any. */
  readonly requestId?: string | undefined
  /** Only messages of this client; default: of any. */
  readonly clientId?: number | undefined
  /** Accepted then or later. */
  readonly since?: Date | undefined
  /** Accepted before. */
  readonly until?: Date | undefined
  /** How many at most, 1 to 1,000. */
  readonly limit: number
}

/** A message of any client, as in reports. */
export interface FoundMessage {
  readonly clientId: number
  readonly record: MessageRecord
}

/**
 * The newest messages that the question is about, highest id first, of any client or of one. Without a recipient every
 * message of the time is read. Throws as `Reports.find`.
 */
export async function findMessages(
  sql: Sql,
  clock: Clock,
  { clientId, limit, ...filter }: MessageQuestion,
): Promise<readonly FoundMessage[]> {
  const searches = createSearches(sql, clock)
  const reports = createReports({ searches, clock })
  return searches.run(clientId ?? 0, undefined, async (tools) => {
    const found: FoundMessage[] = []
    let before: number | undefined
    do {
      const page = await reports.findWithin(clientId ?? null, { ...filter, before, limit: limit - found.length }, tools)
      for (const record of page.records) found.push({ clientId: record.clientId, record })
      before = page.next
    } while (before !== undefined && found.length < limit)
    return found
  })
}
