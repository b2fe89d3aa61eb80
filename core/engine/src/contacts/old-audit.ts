import type { Sql } from '../database/database.ts'

/** Entries that one call looks at. */
const PAGE = 5_000

const NOTHING = { removed: 0, isMore: false }

/**
 * Removes entries of the audit of contacts that are older than `keptDays` and were replaced by a later one of their
 * contact: the entry that says how a contact stands now is kept for good, and so is the last one that opted it out.
 * An entry is looked at once; one that was the last of its contact then stays.
 *
 * Resolves with how many, and whether there may be more.
 */
export async function dropOldContactAudit(
  sql: Sql,
  keptDays: number,
): Promise<{ readonly removed: number; readonly isMore: boolean }> {
  return sql.begin(async (tx) => {
    const [mark] = await tx<{ audit_id: number }[]>`select audit_id from contact_audit_mark for update skip locked`
    if (mark === undefined) return NOTHING
    const [page] = await tx<{ last: number | null; entries: number; removed: number }[]>`
      with page as materialized (
        select audit_id, client_id, mobile, status, auddate from contact_audit where audit_id > ${mark.audit_id}::bigint
        order by audit_id limit ${PAGE}::integer
      ),
      old as materialized (
        select * from page where audit_id < coalesce(
          (select min(audit_id) from page where auddate >= now() - ${keptDays}::integer * interval '1 day'),
          ${Number.MAX_SAFE_INTEGER}::bigint
        )
      ),
      removed as (
        delete from contact_audit using old
        where contact_audit.audit_id = old.audit_id and exists (
          select from contact_audit as later
          where later.client_id = old.client_id and later.mobile = old.mobile and later.audit_id > old.audit_id
            and (old.status = 1 or later.status = 0)
        )
        returning contact_audit.audit_id
      )
      select max(audit_id) as last, count(*)::integer as entries, (select count(*) from removed)::integer as removed
      from old`
    if (page?.last == null) return NOTHING
    await tx`update contact_audit_mark set audit_id = ${page.last}::bigint`
    return { removed: page.removed, isMore: page.entries === PAGE }
  })
}
