import { isGatewayError } from '@heliograph/contracts'
import { defaultConfirmation, forwardText } from '@heliograph/messaging'
import type { NodeTools } from '../database/node-tools.ts'
import type { EngineSubmissions } from '../intake/accept/submissions.ts'
import { createAutoReplyLimit } from './auto-reply-limit.ts'
import { readKeyword } from './decide-steps.ts'
import { contactOf, type IncomingSubject } from './incoming-subject.ts'
import { type OwnMessage, sendOwn } from './own-message.ts'

export interface AnswersOptions extends NodeTools {
  readonly submissions: Pick<EngineSubmissions, 'submitOwn'>
  readonly autoRepliesPerHour: number
  readonly defaultCountry: string
}

/**
 * Sends what the gateway answers to an incoming SMS. Every call may be repeated and then sends only once. A message
 * that cannot be sent (no credit, opted out, ...) is logged and dropped; an error that may pass later is thrown.
 */
export interface Answers {
  /** The confirmation of an opt-out or opt-in; null: its webhook returned no text. */
  confirm(subject: IncomingSubject, reply: string | null): Promise<void>
  /** The auto-reply; null: the webhook returned no text, or there is none. */
  autoReply(subject: IncomingSubject, reply: string | null): Promise<void>
  /** Forwards the SMS to the mobile number that the channel is set to forward to. */
  forward(subject: IncomingSubject): Promise<void>
}

export function createAnswers(options: AnswersOptions): Answers {
  const { sql, clock, logger, submissions, autoRepliesPerHour, defaultCountry } = options
  const mayReply = createAutoReplyLimit(sql, clock, autoRepliesPerHour)

  async function send(message: OwnMessage): Promise<void> {
    const { incomingId, clientId } = message.subject
    const result = await sendOwn(submissions, message, defaultCountry)
    const refusal = isGatewayError(result) ? result.code : result.smsId === 0 ? result.state : undefined
    if (refusal !== undefined)
      logger.info({ incomingId, clientId, origin: message.origin, refusal }, 'an automatic message was not sent')
  }

  return {
    async confirm(subject, reply) {
      const to = contactOf(subject, defaultCountry)
      if (to !== undefined) await send({ subject, to, ...confirmationOf(subject, to, reply) })
    },
    async autoReply(subject, reply) {
      const to = contactOf(subject, defaultCountry)
      const text = reply ?? subject.autoResponse
      if (to === undefined || text === null) return
      const { channelId, incomingId } = subject
      if (await mayReply({ channelId, mobile: to, incomingId })) await send({ subject, to, text, origin: 'auto-reply' })
      else logger.warn({ channelId, incomingId, autoRepliesPerHour }, 'auto-reply not sent: too many within an hour')
    },
    async forward(subject) {
      const to = subject.forwardMobile
      if (to !== null) await send({ subject, to, text: forwardText(subject), origin: 'forward' })
    },
  }
}

/** The reply of the webhook, or else the channel's own text, or else the usual one. */
function confirmationOf(
  subject: IncomingSubject,
  contact: string,
  reply: string | null,
): Pick<OwnMessage, 'origin' | 'text'> {
  const isOptOut = readKeyword(subject)?.kind !== 'opt-in'
  const own = isOptOut ? subject.blacklistResponse : subject.whitelistResponse
  const facts = { contact, clientName: subject.clientName, channel: subject.to }
  return {
    origin: isOptOut ? 'opt-out-confirmation' : 'opt-in-confirmation',
    text: reply ?? own ?? defaultConfirmation(isOptOut ? 'opt_out' : 'opt_in', facts),
  }
}
