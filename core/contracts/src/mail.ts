import { defineService, type ServiceToken } from './service.ts'

/**
 * A mail to be sent. The plugin that sends it sets the sender, because it knows what its relay accepts.
 * @stability stable
 */
export interface MailMessage {
  /** One address, without a name: `desk@acme.example`. */
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** The same text for readers that show HTML. */
  readonly html?: string | undefined
  readonly attachments?: readonly MailAttachment[] | undefined
  /** The address for answers, if it is not the sender's. */
  readonly replyTo?: string | undefined
  /** Further headers, each of one line: `Auto-Submitted`, say. They do not replace headers that the mail has anyway. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * Identifies the mail, 1 to 200 printable ASCII characters: `forward:<incomingId>`. A mail sent again under the same
   * key, after a crash for instance, carries the same `Message-ID`, by which mail servers and readers recognise it;
   * that only one arrives is not guaranteed.
   */
  readonly idempotencyKey: string
}

/** A file that goes with a mail. @stability stable */
export interface MailAttachment {
  /** Of letters, digits, dots, underscores and hyphens. */
  readonly name: string
  /** Its media type: `text/csv; charset=utf-8`. */
  readonly type: string
  readonly content: string
}

/**
 * Why a mail was not taken. `temporary`: the relay is away, slow or asked to come back later (4xx); the same mail may
 * be taken another time. `permanent`: it will never be taken as it is (5xx, or not an address at all). The caller
 * decides when to try again, and for how long.
 * @stability stable
 */
export type MailFailure = 'temporary' | 'permanent'

/**
 * A mail that was not taken. Recognise it by `name`, because several copies of this package may be installed.
 * @stability stable
 */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: MailFailure
  /** @param message for operators: the relay's answer, without secrets */
  constructor(failure: MailFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.failure = failure
  }
}

/**
 * Sends mail. The gateway itself has no such service: a plugin provides it, and modules that need it list this token.
 * @stability stable
 */
export interface Mail {
  /**
   * Resolves when the relay has taken the mail, and with it the responsibility. Throws `MailError`, also when `signal`
   * aborts first (`temporary`); the relay may then still have taken what it was sent by then. The signal must impose a
   * time limit, because there is no other.
   */
  send(mail: MailMessage, signal: AbortSignal): Promise<void>
}

export const Mail: ServiceToken<Mail> = defineService('heliograph.mail')
