import type { AuditStore, KeptAct } from '@heliograph/access'
import type { Clock } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import type { Searches } from '../../database/searches.ts'
import { serviceAnswer } from '../../database/service-answer.ts'
import { storableText } from '../../database/storable-text.ts'

/** How many entries are deleted at once. */
const STEP = 1_000

/** Creates the store of what users did. */
export function createAuditStore(sql: Sql, searches: Pick<Searches, 'once'>, clock: Clock): AuditStore {
  return {
    async add({ clientId, userId, email, isByOperator, action, subject, detail }) {
      await serviceAnswer(sql`
        insert into audit_entry (at, client_id, user_id, email, is_by_operator, action, subject, detail)
        values (
          ${new Date(clock.now())}::timestamptz, ${clientId}::bigint, ${userId}::bigint, ${storableText(email)}, ${isByOperator},
          ${storableText(action)}, ${subject === null ? null : storableText(subject)},
          ${JSON.stringify(storable(detail))}::text::jsonb
        )`)
    },
    async find(filter) {
      const found = searches.once(sql, ({ sql: on, run }) => run(selectActs(on, filter)))
      return [...(await serviceAnswer(found))]
    },
  }
}

type ActFilter = Parameters<AuditStore['find']>[0]

function selectActs(sql: Sql, filter: ActFilter) {
  const { clientId, userId, action, person, object, knownTo, since, until, before, limit } = filter
  return sql<KeptAct[]>`
    select audit_id as "auditId", at, client_id as "clientId", user_id as "userId", email,
      is_by_operator as "isByOperator", action, subject, detail
    from audit_entry
    where true
      ${clientId === undefined ? sql`` : sql`and client_id = ${clientId}::bigint`}
      ${userId === undefined ? sql`` : sql`and user_id = ${userId}::bigint`}
      ${action === undefined ? sql`` : sql`and action = ${storableText(action)}`}
      ${person === undefined ? sql`` : sql`and ${contains(sql, sql`email`, person)}`}
      ${person === undefined || knownTo === undefined ? sql`` : sql`and (not is_by_operator or user_id = ${knownTo}::bigint)`}
      ${object === undefined ? sql`` : sql`and ${contains(sql, sql`subject`, object)}`}
      ${since === undefined ? sql`` : sql`and at >= ${since}::timestamptz`}
      ${until === undefined ? sql`` : sql`and at < ${until}::timestamptz`}
      ${before === undefined ? sql`` : sql`and audit_id < ${before}::bigint`}
    order by audit_id desc limit ${limit}::integer`
}

function contains(sql: Sql, column: ReturnType<Sql>, part: string) {
  return sql`strpos(lower(${column}), lower(${storableText(part)}::text)) > 0`
}

/** Converts text by text, because Postgres would refuse some characters that JSON writes as escapes. */
function storable(detail: KeptAct['detail']): KeptAct['detail'] {
  return Object.fromEntries(Object.entries(detail).map(([name, value]) => [storableText(name), storableText(value)]))
}

/** Deletes entries that are older than `keptDays`. Resolves with how many. */
export async function dropOldAudit(sql: Sql, keptDays: number): Promise<number> {
  let dropped = 0
  while (true) {
    const deleted = await sql`
      delete from audit_entry where audit_id in (
        select audit_id from audit_entry where at < now() - ${keptDays}::integer * interval '1 day'
        order by at limit ${STEP}::integer for update skip locked
      )`
    dropped += deleted.count
    if (deleted.count < STEP) return dropped
  }
}
