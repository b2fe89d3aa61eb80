import { type Mail, MailError, type MailMessage } from '@heliograph/contracts'
import type { Faults } from './faults.ts'

/** A relay that accepts every mail and keeps it. */
export interface MailDouble extends Mail {
  /** Every accepted mail, in order; a mail sent again appears again. */
  readonly sent: readonly MailMessage[]
}

/** Throws for anything that a relay would not accept, so that no test lets it pass. */
export function createMailDouble(faults: Faults): MailDouble {
  const sent: MailMessage[] = []
  return {
    sent,
    async send(mail, signal) {
      if (signal.aborted) throw new MailError('temporary', 'given up before it was sent')
      faults.trip('mail')
      if (!/^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(mail.to)) throw new MailError('permanent', `no address: ${mail.to}`)
      if (!/^[\x21-\x7e]{1,200}$/.test(mail.idempotencyKey)) throw new TypeError('a mail needs its idempotency key')
      const lines = [mail.subject, mail.replyTo ?? '', ...Object.entries(mail.headers ?? {}).flat()]
      if (lines.some((line) => /[\r\n]/.test(line))) throw new TypeError('a header of a mail is one line')
      sent.push(mail)
    },
  }
}
