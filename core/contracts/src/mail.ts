import { defineService, type ServiceToken } from './service.ts'

/** A mail to be sent. From whom is for the plugin that sends it, which knows what its relay lets through. */
export interface MailMessage {
  /** One address, without a name: `desk@acme.example`. */
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
  /** The same for readers that show HTML. */
  readonly html?: string | undefined
  /** Where answers go, where that is not the sender's address. */
  readonly replyTo?: string | undefined
  /** Further headers, each of one line: `Auto-Submitted`, say. Those that the mail has anyway are not replaced. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * What makes the mail one and the same, 1 to 200 printable ASCII characters: `forward:<incomingId>`. Sent again under the same key, after a crash for instance, it
   * carries the same `Message-ID`, by which mail servers and readers recognise it; it is not promised that only one arrives.
   */
  readonly idempotencyKey: string
}

/**
 * Why a mail was not taken. `temporary`: the relay is away, slow or asked to come back later (4xx); the same mail may be taken another time. `permanent`: it will
 * never be taken as it is (5xx, or no address at all). When to try again, and for how long, is for the caller.
 */
export type MailFailure = 'temporary' | 'permanent'

/** A mail that was not taken; recognised by `name`, as errors of several installed copies must be. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly failure: MailFailure
  /** @param message for operators: the relay's answer, without secrets */
  constructor(failure: MailFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.failure = failure
  }
}

/** Sends mail. The gateway itself has no such service: a plugin provides it, and modules that need one list this token. */
export interface Mail {
  /**
   * Resolves when the relay has taken the mail, which is then its responsibility. Throws `MailError`, also (`temporary`) when `signal` aborts before; what the relay
   * was told by then may have been taken all the same. The signal has to bring a time limit: there is no other.
   */
  send(mail: MailMessage, signal: AbortSignal): Promise<void>
}

export const Mail: ServiceToken<Mail> = defineService('heliograph.mail')
