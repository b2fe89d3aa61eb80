import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  GatewayError,
  hasTokenForm,
  LONGEST_TOKEN_SECONDS,
  type Principal,
  type Scope,
  type TokenRequest,
} from '@heliograph/contracts'

/** What an access token says. */
export interface TokenClaims {
  readonly keyId: number
  /**
   * The first octets of the hash of its API key: a database that was restored from a copy may give the id of a lost key
   * to another.
   */
  readonly keyMark: Buffer
  /** How often the tokens of the key had been revoked before. */
  readonly round: number
  readonly scope: Scope
  /** Seconds since the epoch. */
  readonly expiresAt: number
}

/** What tokens are signed with. */
export interface TokenSigner {
  /** Tells which key it is: 8 hexadecimal digits. */
  readonly id: string
  readonly key: Uint8Array
}

const DEFAULT_SECONDS = 3_600

/** Begins the tokens of this form (`hasTokenForm`). */
const PREFIX = 'at1_'

/** Where what is said begins: signer, scope, round, end, id and mark of the key, signature. */
const SCOPE_AT = 4
const ROUND_AT = 5
const END_AT = 9
const KEY_AT = 14
const MARK_AT = 20
const SIGNATURE_AT = 28
export const KEY_MARK_OCTETS = SIGNATURE_AT - MARK_AT

const SCOPE_CODES = { send: 1, portal: 2 } as const satisfies Record<Scope, number>

/** Writes and signs a token. */
export function writeAccessToken(claims: TokenClaims, { id, key }: TokenSigner): string {
  const octets = Buffer.alloc(SIGNATURE_AT)
  octets.write(id, 0, SCOPE_AT, 'hex')
  octets.writeUInt8(SCOPE_CODES[claims.scope], SCOPE_AT)
  octets.writeUInt32BE(claims.round, ROUND_AT)
  octets.writeUIntBE(claims.expiresAt, END_AT, KEY_AT - END_AT)
  octets.writeUIntBE(claims.keyId, KEY_AT, MARK_AT - KEY_AT)
  claims.keyMark.copy(octets, MARK_AT, 0, KEY_MARK_OCTETS)
  return PREFIX + Buffer.concat([octets, sign(octets, key)]).toString('base64url')
}

/**
 * What a token says; undefined for a text that was not signed with one of the keys. Whether the token is still good is
 * for the caller to find out. Takes the same time for every wrong signature.
 *
 * @param keyOf the key of a signer; undefined when there is none of this id
 */
export function readAccessToken(
  token: string,
  keyOf: (signerId: string) => Uint8Array | undefined,
): TokenClaims | undefined {
  if (!hasTokenForm(token)) return undefined
  const octets = Buffer.from(token.slice(PREFIX.length), 'base64url')
  const said = octets.subarray(0, SIGNATURE_AT)
  const key = keyOf(said.toString('hex', 0, SCOPE_AT))
  if (key === undefined || !timingSafeEqual(sign(said, key), octets.subarray(SIGNATURE_AT))) return undefined
  return {
    keyId: said.readUIntBE(KEY_AT, MARK_AT - KEY_AT),
    keyMark: said.subarray(MARK_AT),
    round: said.readUInt32BE(ROUND_AT),
    scope: said.readUInt8(SCOPE_AT) === SCOPE_CODES.portal ? 'portal' : 'send',
    expiresAt: said.readUIntBE(END_AT, KEY_AT - END_AT),
  }
}

function sign(octets: Uint8Array, key: Uint8Array): Buffer {
  return createHmac('sha256', key).update(PREFIX).update(octets).digest()
}

/** A wish for a token that may be granted as far as the principal goes. */
export interface TokenGrant {
  readonly keyId: number
  readonly scope: Scope
  readonly seconds: number
}

/** Throws `forbidden`/`token-needs-key`, `forbidden`/`token-scope` or `invalid`/`bad-token-lifetime`. */
export function grantToken(
  { keyId, scope: reach }: Pick<Principal, 'keyId' | 'scope'>,
  { scope = 'send', lifetimeSeconds: seconds = DEFAULT_SECONDS }: TokenRequest = {},
): TokenGrant {
  if (keyId === null)
    throw new GatewayError('forbidden', 'token-needs-key', 'Access tokens are issued only to requests with an API key')
  if (scope === 'portal' && reach !== 'portal')
    throw new GatewayError('forbidden', 'token-scope', 'An access token cannot have more access than its key')
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > LONGEST_TOKEN_SECONDS)
    throw new GatewayError(
      'invalid',
      'bad-token-lifetime',
      `An access token is valid for 1 to ${LONGEST_TOKEN_SECONDS} whole seconds`,
    )
  return { keyId, scope, seconds }
}
