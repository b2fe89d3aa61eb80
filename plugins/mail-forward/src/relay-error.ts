import { MailError } from '@heliograph/contracts'

/** The details that nodemailer gives about a mail that was not accepted. */
interface RelayError {
  readonly message: string
  /** The code of the relay's answer, where there was one. */
  readonly responseCode?: number | undefined
  /** The SMTP command that was answered. */
  readonly command?: string | undefined
}

/** Commands whose answer concerns the mail; answers to other commands concern the connection or the login. */
const ABOUT_THE_MAIL = /^(MAIL FROM|RCPT TO|DATA)$/

/**
 * Converts the reason why the relay did not accept a mail. 5xx is final only where it concerns the mail itself: an
 * invalid login or certificate is for an operator to fix, and the mail can still be sent after that. An error about
 * the mail without an answer from the relay is also final: the mail was not even offered, because it is too large or in
 * a form that the relay does not support.
 */
export function toMailError(error: unknown): MailError {
  const { command = '', message, responseCode } = error as RelayError
  const isAboutTheMail = ABOUT_THE_MAIL.test(command)
  const isRefused = isAboutTheMail && (responseCode === undefined || (responseCode >= 500 && responseCode <= 599))
  return new MailError(isRefused ? 'permanent' : 'temporary', message, error)
}
