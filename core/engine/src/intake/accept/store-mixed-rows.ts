import { booleanArray, numberArray, textArray, timeArray } from '../../database/arrays.ts'
import type { Queryable } from '../../database/database.ts'
import { leaseHolder } from '../../ownership/lease-holder.ts'
import { changeTables, hasChanges, overtakenColumn } from './change-tables.ts'
import { accountTables, debitTables, payableTables, paymentColumns } from './credit-tables.ts'
import { duplicates, keyTable, knownKeys, usedBefore } from './key-tables.ts'
import { hasMetadata, hasOwnPrices, type StatementRow, type StoreInput } from './store-statement.ts'
import type { Template } from './template.ts'

/** Stores rows of any kind, of many clients. */
export function storeMixedRows(sql: Queryable, input: StoreInput): PromiseLike<StatementRow[]> {
  const { rows, templateOfRow, groupOfRow, templates, groups, batchIds, payment } = input
  const units = input.units ?? rows.map((_, index) => index)
  const clientIds = [...new Set(templates.map((template) => template.clientId))]
  const hasKeys = rows.some((row) => row.messageId !== null)
  const isChanging = hasChanges(rows)
  const hasSharedTexts = rows.some((row) => row.textId !== null)
  const metadata = hasMetadata(templates) ? sql`, metadata` : sql``
  const ownPrices = hasOwnPrices(templates)
  const slow = groups.some(({ speedId }) => speedId !== null)
  const unblocked = templates.flatMap(({ isUnblocked }, index) => (isUnblocked ? [index] : []))
  const hasLate = templates.some(
    ({ sendAt, validitySeconds }) => sendAt !== null || validitySeconds !== input.defaultValiditySeconds,
  )
  return sql<StatementRow[]>`
    with template as materialized (
      select * from unnest(
        ${numberArray(templates.map((_, index) => index))}::integer[],
        ${numberArray(templates.map((template) => template.clientId))}::bigint[],
        ${numberArray(templates.map((template) => template.userId))}::bigint[],
        ${numberArray(templates.map((template) => template.channelId))}::bigint[],
        ${textArray(templates.map((template) => template.sender))}::text[],
        ${numberArray(templates.map((template) => template.encoding))}::smallint[],
        ${numberArray(templates.map((template) => template.parts))}::smallint[],
        ${numberArray(templates.map((template) => template.priority))}::smallint[],
        ${booleanArray(templates.map((template) => template.flash))}::boolean[],
        ${booleanArray(templates.map((template) => template.receiptWebhook))}::boolean[],
        ${numberArray(templates.map((template) => template.notifyFormat))}::smallint[],
        ${textArray(templates.map((template) => template.origin))}::text[],
        ${textArray(templates.map((template) => template.requestId))}::text[],
        ${textArray(templates.map((template) => template.route))}::text[],
        ${textArray(templates.map((template) => template.bulkId))}::text[],
        ${textArray(templates.map((template) => template.reference))}::text[],
        ${textArray(templates.map((template) => template.notifyUrl))}::text[],
        ${textArray(templates.map((template) => template.notifyInstance))}::text[],
        ${textArray(templates.map((template) => template.notifyContext))}::text[],
        ${timeArray(templates.map((template) => template.acceptedAt))}::timestamptz[],
        ${timeArray(templates.map((template) => template.sendAt))}::timestamptz[],
        ${numberArray(templates.map((template) => template.validitySeconds))}::integer[],
        ${textArray(templates.map((template) => template.userDataHeader))}::text[],
        ${textArray(templates.map((template) => template.deliveryWindow))}::text[],
        ${numberArray(templates.map((template) => template.pushOn))}::smallint[],
        ${textArray(templates.map((template) => template.pushContext))}::text[],
        ${numberArray(pushGroups(templates))}::integer[]
        ${hasMetadata(templates) ? sql`, ${textArray(templates.map((template) => template.metadata))}::text[]` : sql``}
        ${ownPrices ? sql`, ${textArray(templates.map((template) => template.pricePerPart))}::numeric[]` : sql``}
      ) as t (
        template, client_id, user_id, channel_id, sender, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, request_id, route, bulk_id, reference, notify_url, notify_instance, notify_context,
        accepted_at, send_at, validity_seconds, user_data_header, delivery_window, push_on, push_context, push_group${metadata}${ownPrices ? sql`, own_price` : sql``}
      )
    ),
    -- Apart, so that a long one is not copied for each recipient.
    body as materialized (
      select * from unnest(
        ${numberArray(templates.map((_, index) => index))}::integer[],
        ${textArray(templates.map((template) => template.body))}::text[]
      ) as b (template, body)
    ),
    given as materialized (
      select * from unnest(
        ${numberArray(rows.map((row) => row.smsId))}::bigint[],
        ${numberArray(templateOfRow)}::integer[],
        ${textArray(rows.map((row) => row.recipient))}::text[],
        ${textArray(rows.map((row) => row.messageId))}::text[],
        ${numberArray(groupOfRow.map((group) => batchIds[group] as number))}::bigint[],
        ${numberArray(units)}::integer[],
        ${numberArray(rows.map((row) => row.textId))}::bigint[]
      ) as r (sms_id, template, recipient, message_id, batch_id, unit, text_id)
    ),
    ${accountTables(sql, clientIds, payment)},
    wanted as materialized (
      select given.*, template.client_id, template.parts * ${ownPrices ? sql`coalesce(template.own_price, account.price_per_part)` : sql`account.price_per_part`} as price,
        ${hasKeys ? usedBefore(sql) : sql`false as is_known, false as is_repeat`}
      from given join template using (template) join account on account.client_id = template.client_id
      ${hasKeys ? knownKeys(sql) : sql``}
      where not exists (
        select from contact
        where contact.client_id = template.client_id and contact.mobile = given.recipient and contact.status = 0
      ) ${unblocked.length > 0 ? sql`or given.template = any(${numberArray(unblocked)}::integer[])` : sql``}
    ),
    ${payableTables(sql, payment)},
    ${hasKeys ? keyTable(sql) : sql``}
    ${isChanging ? changeTables(sql, rows) : sql``}
    accepted as materialized (
      select payable.sms_id, payable.recipient, payable.message_id, payable.batch_id, payable.price, payable.text_id,
        template.*, account.currency
      from payable
      join template using (template)
      join account on account.client_id = template.client_id
      where ${hasKeys ? sql`(payable.message_id is null or payable.sms_id in (select sms_id from keyed))` : sql`true`}
        and ${isChanging ? sql`payable.sms_id not in (select sms_id from overtaken)` : sql`true`}
    ),
    ${debitTables(sql, payment, 'send')}
    ${hasSharedTexts ? textTable(sql) : sql``}
    first as (
      select push_group, min(sms_id) as sms_id from accepted where push_group is not null group by push_group
    ),
    stored as (
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, text_id, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, request_id, route, message_id, bulk_id, reference, notify_url,
        notify_instance, notify_context, price, currency, accepted_at, send_at, validity_seconds, user_data_header,
        delivery_window, push_on, push_context, push_sms_id, batch_id${metadata}
      )
      select
        sms_id, client_id, user_id, channel_id, sender, recipient,
        case when text_id is null then body end, text_id, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, request_id, route, message_id, bulk_id, reference, notify_url,
        notify_instance, notify_context, price, currency, accepted_at, send_at, validity_seconds, user_data_header,
        delivery_window, push_on, push_context,
        case when push_group is not null then (
          select first.sms_id from first where first.push_group = accepted.push_group
        ) end,
        batch_id${metadata}
      from accepted join body using (template)
    ),
    ${hasLate ? lateTable(sql, input.defaultValiditySeconds) : sql``}
    ${leaseHolder(sql, groups.find(({ owner }) => owner !== null)?.owner ?? null)},
    batched as materialized (
      select batch_id, array_agg(sms_id order by sms_id) as sms_ids from accepted group by batch_id
    ),
    added as (
      insert into batch (batch_id, route, priority, line, due_at, sms_ids, owner, starts, client_id, bulk_id${slow ? sql`, speed_id` : sql``})
      select batch_id, grouped.route, grouped.priority, grouped.line, coalesce(grouped.send_at, now()), batched.sms_ids,
        holder.lease, case when holder.lease is null then 0 else 1 end,
        case when grouped.bulk_id is not null then grouped.client_id end, grouped.bulk_id
        ${slow ? sql`, grouped.speed_id` : sql``}
      from batched
      join unnest(
        ${numberArray(batchIds)}::bigint[],
        ${textArray(groups.map((group) => group.route))}::text[],
        ${numberArray(groups.map((group) => group.priority))}::smallint[],
        ${numberArray(groups.map((group) => group.line))}::bigint[],
        ${timeArray(groups.map((group) => group.sendAt))}::timestamptz[],
        ${numberArray(groups.map((group) => group.clientId))}::bigint[],
        ${textArray(groups.map((group) => group.bulkId))}::text[],
        ${numberArray(groups.map((group) => group.owner))}::bigint[]
        ${slow ? sql`, ${numberArray(groups.map((group) => group.speedId))}::bigint[]` : sql``}
      ) as grouped (
        batch_id, route, priority, line, send_at, client_id, bulk_id, owner${slow ? sql`, speed_id` : sql``}
      ) using (batch_id)
      left join holder on holder.lease = grouped.owner
      order by batch_id
      returning batch_id, owner
    )
    select now() as at,
      array(select batch_id from added where owner is not null) as owned,
      array(select sms_id from given where sms_id not in (select sms_id from wanted)) as opted_out,
      ${hasKeys ? duplicates(sql, payment) : sql`'{}'::bigint[]`} as duplicates,
      ${overtakenColumn(sql, isChanging)},
      ${paymentColumns(sql, payment)}`
}

/** Messages with a send time or a validity of their own are checked when their validity ends. */
function lateTable(sql: Queryable, defaultValiditySeconds: number) {
  return sql`
    late as (
      insert into validity_check (sms_id, due_at)
      select sms_id, coalesce(send_at, accepted_at) + validity_seconds * interval '1 second'
      from accepted
      where send_at is not null or validity_seconds <> ${defaultValiditySeconds}::integer
    ),`
}

/** A text that many recipients share. The other statements of a large request insert it as well. */
function textTable(sql: Queryable) {
  return sql`
    text as (
      insert into message_text (text_id, body)
      select distinct on (text_id) text_id, body
      from (select distinct text_id, template from accepted where text_id is not null) as shared
      join body using (template)
      order by text_id
      on conflict do nothing
    ),`
}

/** Numbers the groups of templates that share an id. */
function pushGroups(templates: readonly Template[]): readonly (number | null)[] {
  const places = new Map<object, number>()
  return templates.map(({ pushGroup }) => {
    if (pushGroup === null) return null
    const place = places.get(pushGroup) ?? places.size
    places.set(pushGroup, place)
    return place
  })
}
