import { among } from '../../database/among.ts'
import { numberArray } from '../../database/arrays.ts'
import type { Transaction } from '../../database/database.ts'
import { renewWordBlocks } from '../../database/word-blocks.ts'

/** Tables with rows of a message, by its id; webhooks and the message itself come after them. */
const BESIDE_MESSAGES = [
  'message_state',
  'message_history',
  'message_content',
  'submission',
  'attempt',
  'validity_check',
] as const

/** Removes messages of a client, at least one, with all that belongs to them except texts that they share. */
export async function removeMessages(tx: Transaction, clientId: number, ids: readonly number[]): Promise<void> {
  await removeWebhooks(tx, clientId, ids)
  await removeSharedWebhooks(tx, ids)
  await tx`
    delete from message_key using message
    where ${among(tx, 'message.sms_id', ids)} and message_key.client_id = message.client_id
      and message_key.message_id = message.message_id`
  await tx`delete from message_alias where joined_id = any(${numberArray(ids)}::bigint[])`
  for (const table of BESIDE_MESSAGES) await tx`delete from ${tx(table)} where ${among(tx, 'sms_id', ids)}`
  await tx`delete from message where ${among(tx, 'sms_id', ids)}`
  await renewWordBlocks(tx, ids)
}

/** Removes incoming messages of a client, at least one; `clientId` null: of none. */
export async function removeIncoming(tx: Transaction, clientId: number | null, ids: readonly number[]): Promise<void> {
  await removeWebhooks(tx, clientId, ids)
  await tx`delete from blob where incoming_id = any(${numberArray(ids)}::bigint[])`
  await tx`delete from incoming_message where ${among(tx, 'incoming_id', ids)}`
  await renewWordBlocks(tx, ids)
}

async function removeWebhooks(tx: Transaction, clientId: number | null, subjects: readonly number[]): Promise<void> {
  const rows = await tx<WebhookRow[]>`
    delete from webhook where subject_id = any(${numberArray(subjects)}::bigint[])
      and client_id is not distinct from ${clientId}::bigint
    returning webhook_id`
  await removeAttempts(tx, rows)
}

/** A webhook about several messages is removed with the first of them, without which it cannot be. */
async function removeSharedWebhooks(tx: Transaction, smsIds: readonly number[]): Promise<void> {
  const rows = await tx<WebhookRow[]>`
    delete from webhook_message where ${among(tx, 'sms_id', smsIds)} returning webhook_id`
  if (rows.length === 0) return
  const webhookIds = rows.map((row) => row.webhook_id)
  await tx`delete from webhook where ${among(tx, 'webhook_id', webhookIds)}`
  await removeAttempts(tx, rows)
}

interface WebhookRow {
  readonly webhook_id: number
}

async function removeAttempts(tx: Transaction, rows: readonly WebhookRow[]): Promise<void> {
  const gone = rows.map((row) => row.webhook_id)
  if (gone.length > 0) await tx`delete from webhook_attempt where ${among(tx, 'webhook_id', gone)}`
}
