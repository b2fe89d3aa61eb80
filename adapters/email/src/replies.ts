import type { Clock, InstanceState, MailMessage, Principal, SmsReceived, SubmitEntry } from '@heliograph/contracts'
import { headerLine, smsMailText } from '@heliograph/wire'
import type { ReadMail } from './read-mail.ts'

/** Remembers who wrote to which contact, and turns answers of contacts into mails. */
export interface Replies {
  /** Notes who gets the answers of the contacts that a mail was sent to. */
  remember(principal: Principal, entries: readonly SubmitEntry[], mail: Writer): Promise<void>
  /** Resolves with the mail for an incoming SMS; undefined when no mail went to its sender from that channel lately. */
  mailOf(sms: SmsReceived): Promise<MailMessage | undefined>
}

/** What is kept of a mail. */
export type Writer = Pick<ReadMail, 'answerTo' | 'messageId' | 'subject'>

export interface RepliesOptions {
  readonly state: InstanceState
  readonly clock: Clock
  readonly days: number
  readonly domain: string
}

const DAY_MS = 86_400_000
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/

/**
 * Creates the `Replies` of an instance. When several people wrote to a contact from one channel, the last one gets the
 * answers.
 */
export function createReplies({ clock, days, domain, state }: RepliesOptions): Replies {
  return {
    async remember({ clientId }, entries, { answerTo, messageId, subject }) {
      if (answerTo === '') return
      const value = JSON.stringify({ answerTo, messageId, subject: headerLine(subject) } satisfies Writer)
      const expiresAt = new Date(clock.now() + days * DAY_MS)
      const sent = entries.filter(({ smsId }) => smsId > 0)
      await Promise.all(sent.map(({ from, to }) => state.set({ key: keyOf(clientId, from, to), value, expiresAt })))
    },
    async mailOf(sms) {
      if (sms.clientId === null) return undefined
      const value = await state.get(keyOf(sms.clientId, sms.to, sms.from))
      return value === undefined ? undefined : replyMail(sms, JSON.parse(value) as Writer, domain)
    },
  }
}

function keyOf(clientId: number, channel: string, contact: string): string {
  return `${clientId} ${channel} ${contact}`.slice(0, 200)
}

/** Writes an SMS as the answer to a mail. Answering that mail writes to the contact again. */
export function replyMail(sms: SmsReceived, { answerTo, messageId, subject }: Writer, domain: string): MailMessage {
  const thread = MESSAGE_ID.test(messageId) ? { 'In-Reply-To': messageId, References: messageId } : {}
  return {
    to: answerTo,
    subject: headerLine(subject === '' ? `SMS from ${sms.from}` : `Re: ${subject.replace(/^(re:\s*)+/i, '')}`),
    text: smsMailText(sms),
    ...(/^\d{3,15}$/.test(sms.from) ? { replyTo: `+${sms.from}@${domain}` } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', ...thread },
    idempotencyKey: `reply:${sms.incomingId}`,
  }
}
