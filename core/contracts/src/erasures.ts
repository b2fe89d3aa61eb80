import type { Principal } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** What was removed of a number. @stability experimental */
export interface ErasedContact {
  readonly messages: number
  /** Incoming SMS. */
  readonly incoming: number
  readonly uploadRows: number
  /** It had opted out: messages to it are still refused, for which a keyed hash is kept instead of the number. */
  readonly isOptedOut: boolean
  /** Names of files of the archive with data of the client, which may still have the number. */
  readonly archives: readonly string[]
}

/** Erases people, for admins and operators; throws `forbidden`/`not-allowed` for others. @stability experimental */
export interface Erasures {
  /**
   * Removes a number from everything that is kept for the principal's client: contact, messages and SMS, webhooks,
   * conversations, uploads, audit log. It cannot be undone. The audit log notes that it was done, without the number.
   *
   * Throws `invalid`/`bad-number`, `unavailable` while the database is away, and `conflict`/`contact-busy` while
   * messages to the number, or SMS from it, are on their way: opt it out, which ends messages that wait, and erase it
   * once the rest has ended. After any error it may be called again, and continues.
   *
   * @param mobile in local or international form
   */
  erase(principal: Principal, mobile: string): Promise<ErasedContact>
}

export const Erasures: ServiceToken<Erasures> = defineService('heliograph.erasures')
