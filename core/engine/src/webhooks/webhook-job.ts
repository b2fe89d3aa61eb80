import { GatewayError } from '@heliograph/contracts'

/** Name of the task that makes one attempt at a webhook. */
export const WEBHOOK_TASK = 'webhook'

/** Name of the task that answers an incoming SMS with what its webhook replied. */
export const INCOMING_REPLY_TASK = 'incoming-reply'

/**
 * Attempts a job may have. Every start counts, also after a crash, and a job whose attempts are used up is never fetched again: none may be lost that way,
 * so this is the largest the column takes.
 */
export const JOB_MAX_ATTEMPTS = 32_767

/** One attempt at a webhook, the payload of a job. */
export interface WebhookJob {
  readonly webhookId: number
  /** Its number in the log of attempts. */
  readonly attempt: number
  /** How many attempts were made before it since the event, or since the operator asked to send again. */
  readonly failedTries: number
  /** Seconds since the epoch of the first of those attempts; null for that one itself. */
  readonly signedAt: number | null
}

/** Reads a payload; what only later attempts carry may be missing. Throws `internal`/`bad-job` for anything else. */
export function parseWebhookJob(payload: unknown): WebhookJob {
  const { webhookId, attempt = 1, failedTries = 0, signedAt = null } = (payload ?? {}) as Record<string, unknown>
  const sound =
    isCount(webhookId) && isCount(attempt) && isCount(failedTries) && (signedAt === null || isCount(signedAt))
  if (!sound) throw new GatewayError('internal', 'bad-job', 'Not a webhook job', { cause: payload })
  return { webhookId, attempt, failedTries, signedAt }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
