import { booleanArray, numberArray, textArray, timeArray } from '../database/arrays.ts'
import type { Queryable } from '../database/database.ts'
import { MESSAGES_PER_BATCH } from '../queue/batch.ts'
import type { AcceptRow, Template } from './prepare.ts'

/** The lease under which a batch is stored as this node's; see `DirectWay`. */
export type ClaimBatch = (route: string, priority: number) => number | null

/** A batch of stored messages that are to go at once. */
export interface StoredBatch {
  readonly route: string
  readonly priority: number
  /** Null: it waits in the table. */
  readonly owned: { readonly batchId: number; readonly dueAt: Date; readonly rows: readonly AcceptRow[] } | null
}

/** Which of the given messages were not stored, and why. */
export interface StoreResult {
  /** Batches of messages to be sent at once. */
  readonly batches: readonly StoredBatch[]
  readonly optedOut: readonly number[]
  /** Their client used the supplied id before. */
  readonly duplicates: readonly number[]
}

/** A batch to add for those of its messages that are stored. */
interface BatchGroup {
  readonly route: string
  readonly priority: number
  readonly sendAt: number | null
  readonly clientId: number
  readonly bulkId: string | null
  /** The lease it bears from the start; null: it waits. */
  readonly owner: number | null
  size: number
}

/** SQLSTATE check_violation, raised by the constraint on the balance. */
export function isCreditExceeded(error: unknown): boolean {
  const { code, constraint_name: constraint } = error as { code?: unknown; constraint_name?: unknown }
  return code === '23514' && constraint === 'client_credit_not_negative'
}

/**
 * Stores messages, debits credit and adds the batches: one statement, one transaction, whatever the number of messages.
 *
 * Destinations that opted out and ids used before are left out (and not charged). Throws the violation of `client_credit_not_negative` when the sum
 * exceeds the balance of one of the clients; then nothing was stored.
 */
export async function storeMessages(
  sql: Queryable,
  rows: readonly AcceptRow[],
  defaultValiditySeconds: number,
  claim: ClaimBatch,
): Promise<StoreResult> {
  const templates: Template[] = []
  const groups: BatchGroup[] = []
  const templateOfRow: number[] = []
  const groupOfRow: number[] = []
  const findGroup = groupFinder(groups, claim)
  const findTemplate = templateFinder(templates)
  for (const row of rows) {
    templateOfRow.push(findTemplate(row.template))
    groupOfRow.push(findGroup(row.template))
  }
  const input = { rows, templateOfRow, groupOfRow, templates, groups, defaultValiditySeconds }
  const [result] = await statement(sql, input)
  if (result === undefined) throw new Error('storing messages returned no row')
  return {
    optedOut: result.opted_out,
    duplicates: result.duplicates,
    batches: storedBatches(input, result),
  }
}

function storedBatches({ rows, groupOfRow, groups }: StatementInput, result: StatementRow): readonly StoredBatch[] {
  const left = new Set([...result.opted_out, ...result.duplicates])
  const owned = new Map(result.owned.map((firstId, index) => [firstId, result.owned_ids[index] as number]))
  const stored: StoredBatch[] = []
  for (const [index, { route, priority, sendAt }] of groups.entries()) {
    if (sendAt !== null) continue
    const own = rows.filter((row, at) => groupOfRow[at] === index && !left.has(row.smsId))
    if (own.length === 0) continue
    const batchId = owned.get(Math.min(...own.map((row) => row.smsId)))
    stored.push({ route, priority, owned: batchId === undefined ? null : { batchId, dueAt: result.at, rows: own } })
  }
  return stored
}

/** Templates mostly come in runs; recipients that take several routes mix theirs. */
function templateFinder(templates: Template[]): (template: Template) => number {
  const places = new Map<Template, number>()
  return (template) => {
    if (templates.at(-1) === template) return templates.length - 1
    let place = places.get(template)
    if (place === undefined) {
      place = templates.length
      templates.push(template)
      places.set(template, place)
    }
    return place
  }
}

/**
 * Messages of one route and priority that are due at once share batches, whichever client sent them. Scheduled ones share a batch only within their bulk and time,
 * since a bulk is moved or cancelled by moving or removing its batches.
 */
function groupFinder(groups: BatchGroup[], claim: ClaimBatch): (template: Template) => number {
  const open = new Map<string, number>()
  return (template) => {
    const { route, priority, sendAt, clientId, bulkId } = template
    const key = sendAt === null ? `${route} ${priority}` : `${route} ${priority} ${sendAt} ${clientId} ${bulkId}`
    let index = open.get(key)
    if (index === undefined || (groups[index]?.size ?? 0) >= MESSAGES_PER_BATCH) {
      index = groups.length
      open.set(key, index)
      const atOnce = sendAt === null
      const owner = atOnce ? claim(route, priority) : null
      groups.push({ route, priority, sendAt, clientId, bulkId: atOnce ? null : bulkId, owner, size: 0 })
    }
    const group = groups[index] as BatchGroup
    group.size += 1
    return index
  }
}

/** Tells the groups of templates that share an id apart. */
function pushGroups(templates: readonly Template[]): readonly (number | null)[] {
  const places = new Map<object, number>()
  return templates.map(({ pushGroup }) => {
    if (pushGroup === null) return null
    const place = places.get(pushGroup) ?? places.size
    places.set(pushGroup, place)
    return place
  })
}

interface StatementRow {
  readonly opted_out: number[]
  readonly duplicates: number[]
  /** The first messages of the batches that are this node's, and the ids of these batches. */
  readonly owned: number[]
  readonly owned_ids: number[]
  readonly at: Date
}

interface StatementInput {
  readonly rows: readonly AcceptRow[]
  /** Index of each row's template and batch. */
  readonly templateOfRow: readonly number[]
  readonly groupOfRow: readonly number[]
  readonly templates: readonly Template[]
  readonly groups: readonly BatchGroup[]
  readonly defaultValiditySeconds: number
}

function statement(sql: Queryable, input: StatementInput): PromiseLike<StatementRow[]> {
  const { rows, templateOfRow, groupOfRow, templates, groups } = input
  return sql<StatementRow[]>`
    with template as materialized (
      select * from unnest(
        ${numberArray(templates.map((_, index) => index))}::integer[],
        ${numberArray(templates.map((template) => template.clientId))}::bigint[],
        ${numberArray(templates.map((template) => template.userId))}::bigint[],
        ${numberArray(templates.map((template) => template.channelId))}::bigint[],
        ${textArray(templates.map((template) => template.sender))}::text[],
        ${textArray(templates.map((template) => template.body))}::text[],
        ${numberArray(templates.map((template) => template.encoding))}::smallint[],
        ${numberArray(templates.map((template) => template.parts))}::smallint[],
        ${numberArray(templates.map((template) => template.priority))}::smallint[],
        ${booleanArray(templates.map((template) => template.flash))}::boolean[],
        ${booleanArray(templates.map((template) => template.receiptWebhook))}::boolean[],
        ${numberArray(templates.map((template) => template.notifyFormat))}::smallint[],
        ${textArray(templates.map((template) => template.origin))}::text[],
        ${textArray(templates.map((template) => template.route))}::text[],
        ${textArray(templates.map((template) => template.bulkId))}::text[],
        ${textArray(templates.map((template) => template.reference))}::text[],
        ${textArray(templates.map((template) => template.notifyUrl))}::text[],
        ${timeArray(templates.map((template) => template.acceptedAt))}::timestamptz[],
        ${timeArray(templates.map((template) => template.sendAt))}::timestamptz[],
        ${numberArray(templates.map((template) => template.validitySeconds))}::integer[],
        ${textArray(templates.map((template) => template.userDataHeader))}::text[],
        ${numberArray(templates.map((template) => template.pushOn))}::smallint[],
        ${textArray(templates.map((template) => template.pushContext))}::text[],
        ${numberArray(pushGroups(templates))}::integer[]
      ) as t (
        template, client_id, user_id, channel_id, sender, body, encoding, parts, priority, flash, receipt_webhook,
        notify_format, origin, route, bulk_id, reference, notify_url, accepted_at, send_at, validity_seconds,
        user_data_header, push_on, push_context, push_group
      )
    ),
    given as materialized (
      select * from unnest(
        ${numberArray(rows.map((row) => row.smsId))}::bigint[],
        ${numberArray(templateOfRow)}::integer[],
        ${textArray(rows.map((row) => row.recipient))}::text[],
        ${textArray(rows.map((row) => row.messageId))}::text[],
        ${numberArray(groupOfRow)}::integer[]
      ) as r (sms_id, template, recipient, message_id, job)
    ),
    wanted as materialized (
      select given.*, template.client_id
      from given join template using (template)
      where not exists (
        select from contact
        where contact.client_id = template.client_id and contact.mobile = given.recipient and contact.status = 0
      )
    ),
    keyed as (
      insert into message_key (client_id, message_id, sms_id)
      select client_id, message_id, sms_id from wanted where message_id is not null order by client_id, message_id, sms_id
      on conflict do nothing
      returning sms_id
    ),
    accepted as materialized (
      select wanted.sms_id, wanted.recipient, wanted.message_id, wanted.job, template.*,
        template.parts * client.price_per_part as price, client.currency
      from wanted
      join template using (template)
      join client on client.client_id = template.client_id
      where wanted.message_id is null or wanted.sms_id in (select sms_id from keyed)
    ),
    debit as (
      update client_credit set credit = client_credit.credit - total.price
      from (select client_id, sum(price) as price from accepted group by client_id order by client_id) as total
      where client_credit.client_id = total.client_id and client_credit.credit is not null
    ),
    first as (
      select push_group, min(sms_id) as sms_id from accepted where push_group is not null group by push_group
    ),
    stored as (
      insert into message (
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, message_id, bulk_id, reference, notify_url, price, currency,
        accepted_at, send_at, validity_seconds, user_data_header, push_on, push_context, push_id
      )
      select
        sms_id, client_id, user_id, channel_id, sender, recipient, body, encoding, parts, priority, flash,
        receipt_webhook, notify_format, origin, route, message_id, bulk_id, reference, notify_url, price, currency,
        accepted_at, send_at, validity_seconds, user_data_header, push_on, push_context,
        case when push_group is not null then (
          select first.sms_id from first where first.push_group = accepted.push_group
        ) end
      from accepted
    ),
    late as (
      insert into validity_check (sms_id, due_at)
      select sms_id, coalesce(send_at, accepted_at) + validity_seconds * interval '1 second'
      from accepted
      where send_at is not null or validity_seconds <> ${input.defaultValiditySeconds}::integer
    ),
    holder as materialized (
      select lease from node where lease = ${groups.find(({ owner }) => owner !== null)?.owner ?? null}::bigint for key share
    ),
    batched as materialized (
      select job, array_agg(sms_id order by sms_id) as sms_ids from accepted group by job
    ),
    added as (
      insert into batch (route, priority, due_at, sms_ids, owner, starts, client_id, bulk_id)
      select given_batch.route, given_batch.priority, coalesce(given_batch.send_at, now()), batched.sms_ids, holder.lease,
        case when holder.lease is null then 0 else 1 end,
        case when given_batch.bulk_id is not null then given_batch.client_id end, given_batch.bulk_id
      from batched
      join unnest(
        ${numberArray(groups.map((_, index) => index))}::integer[],
        ${textArray(groups.map((group) => group.route))}::text[],
        ${numberArray(groups.map((group) => group.priority))}::smallint[],
        ${timeArray(groups.map((group) => group.sendAt))}::timestamptz[],
        ${numberArray(groups.map((group) => group.clientId))}::bigint[],
        ${textArray(groups.map((group) => group.bulkId))}::text[],
        ${numberArray(groups.map((group) => group.owner))}::bigint[]
      ) as given_batch (job, route, priority, send_at, client_id, bulk_id, owner) using (job)
      left join holder on holder.lease = given_batch.owner
      order by job
      returning batch_id, owner, sms_ids[1] as first_id
    )
    select now() as at,
      array(select first_id from added where owner is not null order by batch_id) as owned,
      array(select batch_id from added where owner is not null order by batch_id) as owned_ids,
      array(select sms_id from given where sms_id not in (select sms_id from wanted)) as opted_out,
      array(select sms_id from wanted where sms_id not in (select sms_id from accepted)) as duplicates`
}
