import { MailError } from '@heliograph/contracts'

/** What nodemailer tells of a mail that was not taken. */
interface RelayError {
  readonly message: string
  /** The code of the relay's answer, where there was one. */
  readonly responseCode?: number | undefined
  /** The SMTP command that was answered. */
  readonly command?: string | undefined
}

/** Commands whose answer is about the mail; what is answered to others is about the connection or the log-in. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/

/**
 * Why the relay did not take a mail. 5xx is final only where it is about the mail itself: a log-in or a certificate that has gone bad is for an operator to mend, and the
 * mail is still good then. What the relay will not take because it is too large, or written in a way it does not speak, it has not been asked for: that is final, too.
 */
export function toMailError(error: unknown): MailError {
  const { command = '', message, responseCode } = error as RelayError
  const isAboutTheMail = ABOUT_THE_MAIL.test(command)
  const isRefused = isAboutTheMail && (responseCode === undefined || (responseCode >= 500 && responseCode <= 599))
  return new MailError(isRefused ? 'permanent' : 'temporary', message, error)
}
