import { numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { type SharedColumn, sharedColumns } from '../../database/shared-columns.ts'
import { storableText } from '../../database/storable-text.ts'
import { leaseHolder } from '../../ownership/lease-holder.ts'
import { changeTables, hasChanges, overtakenColumn } from './change-tables.ts'
import type { AcceptRow } from './prepare.ts'
import { hasMetadata, type StatementRow, type StoreInput } from './store-statement.ts'
import type { Template } from './template.ts'

/** What rows have in common. */
const COMMON = [
  'clientId',
  'userId',
  'channelId',
  'sender',
  'priority',
  'flash',
  'receiptWebhook',
  'notifyFormat',
  'origin',
  'route',
  'pushOn',
] as const satisfies readonly (keyof Template)[]

/** What rows may differ in, although it is mostly null for all of a commit. */
const OWN: readonly SharedColumn<AcceptRow>[] = [
  { name: 'bulk_id', type: 'text', of: ({ template }) => template.bulkId },
  { name: 'reference', type: 'text', of: ({ template }) => template.reference },
  { name: 'notify_url', type: 'text', of: ({ template }) => template.notifyUrl },
  { name: 'notify_instance', type: 'text', of: ({ template }) => template.notifyInstance },
  { name: 'notify_context', type: 'text', of: ({ template }) => template.notifyContext },
  { name: 'user_data_header', type: 'text', of: ({ template }) => template.userDataHeader },
  { name: 'delivery_window', type: 'text', of: ({ template }) => template.deliveryWindow },
  { name: 'push_context', type: 'text', of: ({ template }) => template.pushContext },
]

/** Few messages have metadata: no other commit has a column for them. */
const OWN_WITH_METADATA = OWN.concat({ name: 'metadata', type: 'text', of: ({ template }) => template.metadata })

/**
 * Whether `storeAlikeRows` can store these rows: they come from one user, who pays now, and go the same way; none has
 * an id from the client, a time, a validity or a price of its own, an id of receipts or a text that it shares with
 * others, or is of a slow bulk; none goes out to a recipient who has opted out; and a change of state goes with all of
 * them or with none.
 */
export function areAlike({ payment, rows, templates, defaultValiditySeconds }: StoreInput): boolean {
  const [first] = templates
  if (first === undefined || payment !== 'plain') return false
  const isAlike = (template: Template) =>
    template.sendAt === null &&
    template.speedId === null &&
    template.validitySeconds === defaultValiditySeconds &&
    template.pushGroup === null &&
    template.pricePerPart === null &&
    !template.isUnblocked &&
    COMMON.every((field) => template[field] === first[field])
  const isChanging = rows[0]?.change !== undefined
  return (
    templates.every(isAlike) &&
    rows.every((row) => row.messageId === null && row.textId === null && (row.change !== undefined) === isChanging)
  )
}

/**
 * Stores rows that are alike. It means the same as `storeMixedRows` and takes the database little more than half the
 * time, since what rows have in common is a value instead of a column, and there is no table for what none of them has.
 */
export function storeAlikeRows(sql: Queryable, input: StoreInput): PromiseLike<StatementRow[]> {
  const { rows, templates, groups, groupOfRow, batchIds } = input
  const [common] = templates as readonly [Template]
  const owned = batchIds.filter((_, index) => groups[index]?.owner !== null)
  const columns = hasMetadata(templates) ? OWN_WITH_METADATA : OWN
  const own = sharedColumns(sql, rows, columns)
  const isChanging = hasChanges(rows)
  const willing = sql.unsafe(isChanging ? 'willing' : 'wanted')
  return sql<StatementRow[]>`
    with given as materialized (
      select * from unnest(
        ${numberArray(rows.map((row) => row.smsId))}::bigint[],
        ${textArray(rows.map((row) => row.recipient))}::text[],
        ${numberArray(groupOfRow.map((group) => batchIds[group] as number))}::bigint[],
        ${textArray(rows.map(({ template }) => template.body))}::text[],
        ${numberArray(rows.map(({ template }) => template.encoding))}::smallint[],
        ${numberArray(rows.map(({ template }) => template.parts))}::smallint[],
        ${timeArray(rows.map(({ template }) => template.acceptedAt))}::timestamptz[],
        ${textArray(rows.map(({ template }) => template.requestId))}::text[]
        ${own.arrays}
      ) as r (sms_id, recipient, batch_id, body, encoding, parts, accepted_at, request_id${own.names})
    ),
    account as materialized (
      select client.price_per_part, client.currency, client_credit.credit is not null as is_prepaid, balance.credit
      from client
      left join client_credit using (client_id)
      left join lateral (
        select credit from client_credit where client_credit.client_id = client.client_id and credit is not null
        for update skip locked
      ) as balance on true
      where client.client_id = ${common.clientId}::bigint
    ),
    ${willing} as materialized (
      select given.*, given.parts * account.price_per_part as price, account.currency
      from given cross join account
      -- One look-up for each message: with "not exists" all contacts of the client may be read instead.
      where (
        select contact.status from contact
        where contact.client_id = ${common.clientId}::bigint and contact.mobile = given.recipient
      ) is distinct from 0
    ),
    ${isChanging ? changingTables(sql, rows) : sql``}
    total as materialized (
      select count(*) as messages, sum(price) as price, min(sms_id) as sms_id,
        ${isChanging ? sql`(select is_held from funds)` : isHeldFor(sql)} as is_held
      from wanted
    ),
    debit as (
      update client_credit set credit = client_credit.credit - total.price
      from total
      where client_id = ${common.clientId}::bigint and (select is_prepaid from account) and not is_held
        and total.price <> 0
      returning total.price, total.sms_id
    ),
    entry as (
      insert into credit_entry (client_id, amount, reason, sms_id)
      select ${common.clientId}::bigint, -price, 'send', sms_id from debit
    ),
    stored as (
      insert into message (
        sms_id, recipient, batch_id, body, encoding, parts, accepted_at, request_id, price, currency, client_id, user_id,
        channel_id, sender, priority, flash, receipt_webhook, notify_format, origin, route, validity_seconds,
        push_on, ${sql.unsafe(columns.map(({ name }) => name).join(', '))}
      )
      select
        sms_id, recipient, batch_id, body, encoding, parts, accepted_at, request_id, price, currency,
        ${common.clientId}::bigint, ${common.userId}::bigint, ${common.channelId}::bigint, ${storableText(common.sender)}::text,
        ${common.priority}::smallint, ${common.flash}::boolean, ${common.receiptWebhook}::boolean, ${common.notifyFormat}::smallint,
        ${common.origin}::text, ${common.route}::text, ${common.validitySeconds}::integer, ${common.pushOn}::smallint
        ${own.names}${own.values}
      from wanted where not (select is_held from total)
    ),
    ${leaseHolder(sql, groups.find(({ owner }) => owner !== null)?.owner ?? null)},
    added as (
      insert into batch (batch_id, route, priority, line, due_at, sms_ids, owner, starts)
      select batch_id, ${common.route}::text, ${common.priority}::smallint, ${groups[0]?.line ?? null}::bigint, now(),
        sms_ids, holder.lease, case when holder.lease is null then 0 else 1 end
      from (
        select batch_id, array_agg(sms_id order by sms_id) as sms_ids
        from wanted where not (select is_held from total)
        group by batch_id
      ) as batched
      left join holder on batch_id = any(${numberArray(owned)}::bigint[])
      order by batch_id
      returning batch_id, owner
    )
    select now() as at, array(select batch_id from added where owner is not null) as owned,
      case when messages = ${rows.length}::integer then '{}'
        else array(select sms_id from given where sms_id not in (select sms_id from ${willing})) end as opted_out,
      ${overtakenColumn(sql, isChanging)},
      case when is_held then array[${common.clientId}::bigint] else '{}' end as held,
      '{}'::bigint[] as duplicates, '{}'::bigint[] as unpaid, '{}'::bigint[] as affordable,
      '0' as spent, false as is_spent
    from total`
}

/** Whether the client cannot pay for all of `wanted` now. */
function isHeldFor(sql: Queryable) {
  return sql`
    coalesce((select is_prepaid and (credit is null or credit < sum(wanted.price)) from account), false)`
}

/** Makes `wanted` from `willing`: the messages whose changes are made, none while the client is held. */
function changingTables(sql: Queryable, rows: readonly AcceptRow[]) {
  return sql`
    funds as materialized (select ${isHeldFor(sql)} as is_held from willing as wanted),
    payable as materialized (select * from willing where not (select is_held from funds)),
    ${changeTables(sql, rows)}
    wanted as materialized (select * from payable where sms_id not in (select sms_id from overtaken)),`
}
