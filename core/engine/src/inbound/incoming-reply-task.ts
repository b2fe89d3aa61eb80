import type { Sql } from '../database/database.ts'
import { MicroBatch } from '../database/micro-batch.ts'
import type { Answers } from './answers.ts'
import { type IncomingSubject, loadSubjects } from './incoming-subject.ts'

/** The payload of a job: what to answer a contact after the first outcome of a webhook. */
interface ReplyJob {
  readonly incomingId: number
  readonly kind: 'auto' | 'confirmation'
  /** The reply of the webhook; null: none, whatever the reason. */
  readonly text: string | null
}

const BATCH_REPLIES = 200
const LANES = 2

/**
 * Creates the task that answers incoming SMS with the replies of their webhooks, or with what is sent instead. Running
 * a job again sends nothing.
 */
export function createIncomingReplyTask(sql: Sql, answers: Answers): (payload: unknown) => Promise<void> {
  const load = new MicroBatch<number, IncomingSubject | undefined>({
    run: async (incomingIds) => {
      const subjects = new Map((await loadSubjects(sql, incomingIds)).map((subject) => [subject.incomingId, subject]))
      return incomingIds.map((incomingId) => subjects.get(incomingId))
    },
    maxItems: BATCH_REPLIES,
    lanes: LANES,
  })

  return async (payload) => {
    const { incomingId, kind, text } = parseReplyJob(payload)
    const subject = await load.add(incomingId)
    if (subject === undefined || !subject.isActive) return
    if (kind === 'auto') await answers.autoReply(subject, text)
    else await answers.confirm(subject, text)
  }
}

/** Throws for anything that is not a payload of this task. */
function parseReplyJob(payload: unknown): ReplyJob {
  const { incomingId, kind, text } = (payload ?? {}) as Record<string, unknown>
  const isSound = Number.isSafeInteger(incomingId) && (text === null || typeof text === 'string')
  if (!isSound || (kind !== 'auto' && kind !== 'confirmation'))
    throw new Error('Not a job of a reply to an incoming SMS', { cause: payload })
  return { incomingId: incomingId as number, kind, text: text as string | null }
}
