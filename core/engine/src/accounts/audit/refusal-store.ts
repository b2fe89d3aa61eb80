import { type LogInRefusal, REFUSED_ACTION, refusalDetail, refusalEntry } from '@heliograph/access'
import type { Sql } from '../../database/database.ts'
import { storableText } from '../../database/storable-text.ts'
import { SYSTEM_ID_OCTETS } from '../system-id.ts'

/** Users of several clients may have the same e-mail, and several e-mails the same beginning. */
const MOST_USERS = 5

/** Counts refusals of the same account in the entries of its users; if there are none, in an entry without a user. */
export async function countRefusals(sql: Sql, refusal: LogInRefusal, times: number, at: number): Promise<void> {
  const account = storableText(refusal.account)
  const isCut = refusal.isSystemId && Buffer.byteLength(account) === SYSTEM_ID_OCTETS
  const users = await sql<{ userId: number; clientId: number | null; email: string; isByOperator: boolean }[]>`
    select user_id as "userId", client_id as "clientId", email, role = 'operator' as "isByOperator"
    from app_user
    where (email = ${account} ${isCut ? sql`or starts_with(email, ${account})` : sql``})
      ${refusal.clientId === undefined ? sql`` : sql`and client_id = ${refusal.clientId}::bigint`}
    order by user_id limit ${MOST_USERS}::integer`
  const nobody = { userId: 0, clientId: null, email: account, isByOperator: false }
  const detail = refusalDetail({ ...refusal, address: storableText(refusal.address) }, times, at)
  for (const { userId, clientId, email, isByOperator } of users.length > 0 ? users : [nobody])
    await sql`
      insert into audit_entry (at, client_id, user_id, email, is_by_operator, action, detail, refusal)
      values (
        ${new Date(at)}::timestamptz, ${clientId}::bigint, ${userId}::bigint, ${email}, ${isByOperator}, ${REFUSED_ACTION},
        ${JSON.stringify(detail)}::text::jsonb, ${refusalEntry(userId, refusal.reason, at)}
      )
      on conflict (refusal) where refusal is not null do update set
        email = excluded.email,
        detail = excluded.detail || jsonb_build_object(
          'times', ((audit_entry.detail->>'times')::bigint + (excluded.detail->>'times')::bigint)::text
        )`
}
