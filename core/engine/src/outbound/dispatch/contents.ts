import type { LinkCapabilities, OutgoingMessage, RichContent } from '@heliograph/contracts'
import { numberArray } from '../../database/arrays.ts'
import type { Sql } from '../../database/database.ts'
import { MicroBatch } from '../../database/micro-batch.ts'

/** Finds the rich content of messages. */
export interface Contents {
  /** Undefined: it has none. Rejects while the database is away. */
  of(smsId: number): Promise<RichContent | undefined>
}

const MOST_READ = 500

/** Reads contents; messages that are handed over together share a statement. */
export function createContents(sql: Sql): Contents {
  const reads = new MicroBatch<number, RichContent | undefined>({
    async run(smsIds) {
      const rows = await sql<{ sms_id: number; content: string }[]>`
        select sms_id, content from message_content where sms_id = any(${numberArray(smsIds)}::bigint[])`
      const found = new Map(rows.map((row) => [row.sms_id, JSON.parse(row.content) as RichContent]))
      return smsIds.map((smsId) => found.get(smsId))
    },
    maxItems: MOST_READ,
    lanes: 2,
  })
  return { of: (smsId) => reads.add(smsId) }
}

/** Whether a link may get a message as anything but its text. */
export function takesContent(
  capabilities: LinkCapabilities | undefined,
  { only }: Pick<OutgoingMessage, 'only'>,
): boolean {
  // What a network has parts of already goes on as the text that they are of.
  return capabilities !== undefined && capabilities.content.length > 0 && only === null
}

/** A message in the form in which a link takes it: with its content, or as its text. */
export function formFor(
  message: OutgoingMessage,
  content: RichContent | undefined,
  capabilities: LinkCapabilities | undefined,
): OutgoingMessage {
  const isTaken =
    content !== undefined && takesContent(capabilities, message) && capabilities?.content.includes(content.kind)
  return isTaken ? { ...message, content } : message
}
