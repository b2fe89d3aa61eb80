import { MESSAGE_STATES } from '@heliograph/contracts'
import { isFinal, STATUS_FORMS } from '@heliograph/messaging'
import { numberArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { readNotices } from './kept-notice.ts'
import type { Webhook } from './webhook.ts'

/** `statusCode` of receipts that report no end. */
const INTERIM_CODES: ReadonlySet<number | undefined> = new Set(
  MESSAGE_STATES.filter((state) => !isFinal(state)).map((state) => STATUS_FORMS[state].webhook?.code),
)

/**
 * Finds receipts of messages under way that waited while a later receipt of the same message was stored, perhaps sent
 * as well: after its end no client is told that a message is under way. By the ids of the webhooks.
 */
export async function findOvertaken(sql: Queryable, webhooks: Iterable<Webhook>): Promise<ReadonlySet<number>> {
  const interim = [...webhooks].filter(isInterim)
  if (interim.length === 0) return new Set()
  const rows = await sql<{ webhook_id: number }[]>`
    select given.webhook_id
    from unnest(
      ${numberArray(interim.map(({ webhookId }) => webhookId))}::bigint[],
      ${numberArray(interim.map(({ subjectId }) => subjectId))}::bigint[]
    ) as given (webhook_id, sms_id)
    where exists (
      select from webhook as later
      where later.subject_id = given.sms_id and later.webhook_id > given.webhook_id and later.kind = 'dlr'
    ) or exists (
      select from webhook_message as later where later.sms_id = given.sms_id and later.webhook_id > given.webhook_id
    )`
  return new Set(rows.map((row) => row.webhook_id))
}

/** Receipts of several messages in one request are sent as they are: some of them may be of an end. */
function isInterim({ kind, instance, body }: Webhook): boolean {
  if (kind !== 'dlr') return false
  try {
    if (instance === null) return INTERIM_CODES.has(statusCodeIn(body))
    const { notices } = readNotices(body)
    return notices.length === 1 && notices[0]?.kind === 'pending'
  } catch {
    // What cannot be read here is for the attempt to report.
    return false
  }
}

/** The code in one of the usual bodies, JSON or a form. */
function statusCodeIn(body: string): number {
  if (body.startsWith('{')) return JSON.parse(body).data.statusCode
  return Number(new URLSearchParams(body).get('statusCode') ?? Number.NaN)
}
