import type { Priority } from './message.ts'

/**
 * What a user may do beyond sending and reading: `admin` manages the accounts of its client, `operator` the whole
 * deployment. See `Accounts`, `MessageHistory`, `SystemStatus`; for every other service an operator is a user of its
 * client like any other, or of the client it acts for (`Directory.actingFor`).
 * @stability stable
 */
export const ROLES = ['operator', 'admin', 'user'] as const

/** @stability stable */
export type Role = (typeof ROLES)[number]

/**
 * How far a credential reaches: `send`, the interfaces of clients; `portal`, the portal and its API as well, with all
 * that the user's role allows. What an interface takes with a password alone, or hands out, never reaches past sending.
 * @stability stable
 */
export const SCOPES = ['send', 'portal'] as const

/** @stability stable */
export type Scope = (typeof SCOPES)[number]

/**
 * The user on whose behalf a request runs: an authenticated user of a client (account).
 *
 * It comes from `Directory` and is a snapshot: a principal kept longer than one request may be out of date. Only
 * enabled users of enabled clients get one; an operator may also act for a disabled client (`Directory.actingFor`). All
 * reading and writing through the services is confined to `clientId`.
 * @stability stable
 */
export interface Principal {
  readonly clientId: number
  readonly clientName: string
  readonly userId: number
  /** The user's e-mail as stored, lower case. */
  readonly email: string
  readonly role: Role
  /** The API key the request came with; null for logins by password and sessions. */
  readonly keyId: number | null
  /**
   * How far the credential of the request reaches: that of its key; `send` for a password, and for the beginning of a
   * key (`SmppLogins`); `portal` for a login that asks for the second factor as well, and for the sessions it opens.
   * What manages a client (`Accounts`, `AuditLog.find`, `SecondFactors`, `Passkeys`, resending by
   * `Webhooks`) refuses `send` with `forbidden`/`send-only`.
   */
  readonly scope: Scope
  /** Country for reading national numbers, ISO 3166-1 alpha-2, for example `ZA`. */
  readonly country: string
  /** ISO 4217 code. */
  readonly currency: string
  /** The user's own priority, which overrides the default of the interface. */
  readonly priority: Priority | null
  /** v2 requests a minute for each user of this client, and so for each of its API keys. */
  readonly rateLimit: number
}
