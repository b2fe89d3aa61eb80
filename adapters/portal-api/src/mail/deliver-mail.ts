import type { Clock, Mail, MailError, MailMessage } from '@heliograph/contracts'

const DEADLINE_MS = 15_000

/** What became of a mail. */
export interface MailOutcome {
  /** Null: the mail server took it. */
  readonly failure: MailError['failure'] | null
  /** For operators: what the mail server answered; null when it took the mail. */
  readonly detail: string | null
}

/** Sends a mail now, once, for somebody who waits for it. */
export async function deliverMail(mail: Mail, message: MailMessage, clock: Clock): Promise<MailOutcome> {
  const deadline = new AbortController()
  const cancelTimer = clock.after(DEADLINE_MS, () => deadline.abort())
  return mail
    .send(message, deadline.signal)
    .then(
      () => ({ failure: null, detail: null }),
      (error: MailError) => ({ failure: failureOf(error), detail: error.message }),
    )
    .finally(cancelTimer)
}

/** Recognises a `MailError` by name, because several copies of its class may be installed. Rethrows any other error. */
function failureOf(error: MailError): MailError['failure'] {
  if (error.name === 'MailError') return error.failure
  throw error
}
