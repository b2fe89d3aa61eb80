import { booleanArray, numberArray, textArray, timeArray } from '../../database/arrays.ts'
import { chunksOf } from '../../database/chunks.ts'
import { afterTransaction, type Transaction } from '../../database/database.ts'
import { type SharedColumn, sharedColumns } from '../../database/shared-columns.ts'
import type { ChangeNotes } from '../../ownership/changes/change-notes.ts'
import { leaseHolder } from '../../ownership/lease-holder.ts'
import { type NewWebhook, unsent } from './webhook.ts'
import type { Placement, WebhookFastPath } from './webhook-fast-path.ts'
import { wakeJobs } from './webhook-job.ts'

/** Webhooks in one waiting batch. */
export const WEBHOOKS_PER_BATCH = 250
/** The same for those that wait for one endpoint: no more than even a failing endpoint can take at a time. */
export const WEBHOOKS_PER_ENDPOINT_BATCH = 50

/** A batch to be stored. */
interface Draft {
  readonly webhookIds: readonly number[]
  readonly endpoint: string | null
  readonly delayMs: number
  readonly isOwn: boolean
}

/**
 * Stores webhooks in the transaction that stores the events they report. Those that this process may send go to it
 * straight after the commit (`fastPath`); the others wait for a node with the role `webhooks`, which a job wakes.
 */
export async function storeWebhooks(
  tx: Transaction,
  webhooks: readonly NewWebhook[],
  fastPath: WebhookFastPath | undefined,
  changeNotes?: ChangeNotes | undefined,
): Promise<void> {
  if (webhooks.length === 0) return
  if (changeNotes?.isWatched)
    afterTransaction(tx, (isCommitted) => {
      if (isCommitted) noteWebhooks(changeNotes, webhooks)
    })
  const placement = fastPath?.place(webhooks)
  const drafts = placement === undefined ? waiting(webhooks) : placed(placement)
  const stored = await insertAll(tx, webhooks, drafts, placement?.lease ?? null)
  const owned = stored.find((batch) => batch.is_own)
  if (fastPath === undefined || placement === undefined) return
  const { taken, left } = placement
  afterTransaction(tx, (isCommitted) => {
    if (!isCommitted) return fastPath.outcomeUnknown()
    if (owned !== undefined)
      fastPath.run({ batchId: owned.batch_id, since: owned.since, endpoint: null, webhooks: taken.map(unsent) })
    for (const batch of left) fastPath.left(batch)
  })
}

/** Tells those who look at them of changes of webhooks. */
export function noteWebhooks(
  changeNotes: ChangeNotes,
  webhooks: readonly Pick<NewWebhook, 'clientId' | 'channelId'>[],
): void {
  for (const { clientId, channelId } of webhooks) changeNotes.note({ subject: 'webhooks', clientId, channelId })
}

function waiting(webhooks: readonly NewWebhook[]): readonly Draft[] {
  const webhookIds = webhooks.map((webhook) => webhook.webhookId)
  return [...chunksOf(webhookIds, WEBHOOKS_PER_BATCH)].map((ids) => ({
    webhookIds: ids,
    endpoint: null,
    delayMs: 0,
    isOwn: false,
  }))
}

function placed({ taken, left }: Placement): readonly Draft[] {
  const others = left.flatMap(({ webhookIds, ...batch }) =>
    [...chunksOf(webhookIds, WEBHOOKS_PER_ENDPOINT_BATCH)].map((ids) => ({ ...batch, webhookIds: ids, isOwn: false })),
  )
  if (taken.length === 0) return others
  const webhookIds = taken.map((webhook) => webhook.webhookId)
  return [{ webhookIds, endpoint: null, delayMs: 0, isOwn: true }, ...others]
}

/** Mostly the webhooks of one transaction report events of one kind to one client. */
const SHARED: readonly SharedColumn<NewWebhook>[] = [
  { name: 'client_id', type: 'bigint', of: ({ clientId }) => clientId },
  { name: 'channel_id', type: 'bigint', of: ({ channelId }) => channelId },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'url', type: 'text', of: ({ url }) => url },
  { name: 'content_type', type: 'text', of: ({ contentType }) => contentType },
  { name: 'instance', type: 'text', of: ({ instance }) => instance },
  { name: 'form', type: 'text', of: ({ form }) => form },
  { name: 'reply_kind', type: 'text', of: ({ replyKind }) => replyKind },
  { name: 'subjects', type: 'integer', of: ({ others }) => others.length + 1 },
]
const SHARED_NAMES = SHARED.map(({ name }) => name).join(', ')

interface StoredRow {
  readonly batch_id: number
  readonly since: Date
  /** False when the node's lease has been ended: the batch then waits for the next node that looks. */
  readonly is_own: boolean
}

/** Stores everything in one statement. Resolves with the batches. */
function insertAll(
  tx: Transaction,
  webhooks: readonly NewWebhook[],
  drafts: readonly Draft[],
  lease: number | null,
): PromiseLike<StoredRow[]> {
  // Batches for one endpoint need no job: they are looked for every few seconds, and when the endpoint can take more.
  const hasJob = drafts.some(({ isOwn, endpoint }) => !isOwn && endpoint === null)
  const shared = sharedColumns(tx, webhooks, SHARED)
  const joined = webhooks.filter(({ others }) => others.length > 0)
  return tx<StoredRow[]>`
    with ${leaseHolder(tx, lease)},
    stored as (
      insert into webhook (webhook_id, subject_id, body, created_at, ${tx.unsafe(SHARED_NAMES)})
      select *${shared.values} from unnest(
        ${numberArray(webhooks.map((webhook) => webhook.webhookId))}::bigint[],
        ${numberArray(webhooks.map((webhook) => webhook.subjectId))}::bigint[],
        ${textArray(webhooks.map((webhook) => webhook.body))}::text[],
        ${timeArray(webhooks.map((webhook) => webhook.createdAt.getTime()))}::timestamptz[]
        ${shared.arrays}
      ) as r (webhook_id, subject_id, body, created_at${shared.names})
    ),
    ${joined.length > 0 ? othersTable(tx, joined) : tx``}
    batched as (
      insert into webhook_batch (webhook_ids, attempts, endpoint, due_at, owner, starts)
      select given.webhook_ids::bigint[], 0, given.endpoint, now() + given.delay_ms * interval '1 millisecond',
        holder.lease, (holder.lease is not null)::integer
      from unnest(
        ${textArray(drafts.map(({ webhookIds }) => numberArray(webhookIds)))}::text[],
        ${textArray(drafts.map(({ endpoint }) => endpoint))}::text[],
        ${numberArray(drafts.map(({ delayMs }) => delayMs))}::integer[],
        ${booleanArray(drafts.map(({ isOwn }) => isOwn))}::boolean[]
      ) as given (webhook_ids, endpoint, delay_ms, is_own)
      left join holder on given.is_own
      returning batch_id, since, due_at, owner, endpoint
    )
    ${hasJob ? tx`, ${wakeJobs(tx, tx`select due_at from batched where owner is null and endpoint is null`)}` : tx``}
    select batch_id, since, owner is not null as is_own ${hasJob ? tx`, (select count(*) from woken) as jobs` : tx``}
    from batched`
}

/** Notes the further messages of webhooks that are about several. */
function othersTable(tx: Transaction, webhooks: readonly NewWebhook[]) {
  const webhookIds = webhooks.flatMap(({ webhookId, others }) => others.map(() => webhookId))
  return tx`
    noted as (
      insert into webhook_message (sms_id, webhook_id)
      select sms_id, webhook_id from unnest(
        ${numberArray(webhooks.flatMap(({ others }) => others))}::bigint[], ${numberArray(webhookIds)}::bigint[]
      ) as given (sms_id, webhook_id)
    ),`
}
