import type { ReplyKind, Webhook } from './webhook.ts'

/** Payload of the task `incoming-reply`: what the first outcome of a webhook answers to the contact. */
export interface ReplyJob {
  readonly incomingId: number
  readonly kind: ReplyKind
  /** Null when the webhook gave none, for whatever reason. */
  readonly text: string | null
}

/** The reply job of a webhook, as JSON; null when there is nothing to answer, or it has been answered. */
export function replyJobOf({ replyKind, subjectId }: Webhook, text: string | null): string | null {
  if (replyKind === null) return null
  const job: ReplyJob = { incomingId: subjectId, kind: replyKind, text }
  return JSON.stringify(job)
}
