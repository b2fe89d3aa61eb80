import type { ReplyKind, Webhook } from './webhook.ts'

/** Payload of the task `incoming-reply`: what the first outcome of a webhook has to say to the contact. */
export interface ReplyJob {
  readonly incomingId: number
  readonly kind: ReplyKind
  /** Null: the webhook gave none, whatever the reason. */
  readonly text: string | null
}

/** The job of a webhook that has one, as JSON; null when nothing is to be answered, or it has been. */
export function replyJobOf({ replyKind, subjectId }: Webhook, text: string | null): string | null {
  if (replyKind === null) return null
  const job: ReplyJob = { incomingId: subjectId, kind: replyKind, text }
  return JSON.stringify(job)
}
