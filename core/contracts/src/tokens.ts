import type { Caller, Door } from './directory.ts'
import type { Principal, Scope } from './principal.ts'
import { defineService, type ServiceToken } from './service.ts'

/** The longest life of an access token, in seconds: a day. @stability experimental */
export const LONGEST_TOKEN_SECONDS = 86_400

const TOKEN_FORM = /^at1_[\w-]{80}$/

/**
 * Whether a text has the form of an access token, good or not: no API key has it. An interface that takes both tells
 * them apart by it.
 * @stability experimental
 */
export function hasTokenForm(text: string): boolean {
  return TOKEN_FORM.test(text)
}

/** What a token is to be like. @stability experimental */
export interface TokenRequest {
  /** Reaches no further than the key, nor than the principal that asks for it. Default `send`. */
  readonly scope?: Scope | undefined
  /** How long it lives, in whole seconds, 1 to `LONGEST_TOKEN_SECONDS`. Default 3,600. */
  readonly lifetimeSeconds?: number | undefined
}

/** A token that was just made. @stability experimental */
export interface AccessToken {
  /** The secret itself: 84 characters that a `Bearer` header may have (RFC 6750 section 2.1). */
  readonly token: string
  readonly scope: Scope
  /** The end of its life, or that of its key where the key ends earlier. */
  readonly expiresAt: Date
}

/**
 * Access tokens: secrets with a short life that stand for an API key, as the client credentials grant of OAuth 2 hands
 * out (RFC 6749 section 4.4). With them the key itself travels once an hour, and not with every request.
 *
 * A token names its key and is signed under the master key of the deployment, so every node knows it and none keeps it.
 * It ends with its life, with its key (removed, expired, of a user or client that is disabled) and when it is revoked,
 * the last two within a second on every node.
 * @stability experimental
 */
export interface Tokens {
  /**
   * Makes a token for the key that a request came with. Throws `forbidden`/`token-needs-key` for a principal without a
   * key, `forbidden`/`token-scope` for a scope that reaches too far, `invalid`/`bad-token-lifetime`,
   * `unauthenticated`/`account-disabled` when the key has just ended, `unavailable` while the database is away.
   */
  issue(principal: Principal, request?: TokenRequest): Promise<AccessToken>
  /**
   * The principal behind a token, with the scope of the token, or undefined: it is no token, has ended or was revoked,
   * or its client does not accept it from there, as with `Directory.byApiKey`. A text that was not signed here costs no
   * look-up; signatures are compared in constant time. Throws `unavailable` when the database is needed but away.
   *
   * @param door default: `programs`
   */
  find(token: string, caller?: Caller, door?: Door): Promise<Principal | undefined>
  /**
   * Ends a token of the principal's key, and with it all that were made for this key until now (RFC 7009 section 2.1
   * permits that): so no list of revoked tokens has to be kept. Does nothing for any other text, as the client is told
   * the same. Throws `unavailable` while the database is away.
   */
  revoke(principal: Principal, token: string): Promise<void>
}

export const Tokens: ServiceToken<Tokens> = defineService('heliograph.tokens')
