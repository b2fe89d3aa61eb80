import { reasonOf } from '@heliograph/engine'
import { POOLER_REMEDY, type UrlSetting } from './pooler-remedy.ts'

/**
 * Codes of connections that fail, and SQLSTATE classes of a server that refuses us (authorisation, no such database, no
 * free connection).
 */
const CONNECTION_CODE =
  /^(ECONN(REFUSED|RESET)|E(NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|CONNECT_TIMEOUT|NO_SUITABLE_HOST|CONNECTION_(CLOSED|ENDED|DESTROYED)|08...|28...|3D...|53...|57P..)$/

/** Codes of Node.js for a certificate that it does not accept, and of OpenSSL for a server that answers without TLS. */
const TLS_CODE =
  /^(ERR_TLS_CERT_ALTNAME_INVALID|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|EPROTO)$/

/** The message for the operator when the database cannot be reached or refuses us; undefined for any other error. */
export function describeDatabaseTrouble(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown }
  if (typeof code !== 'string' || !(CONNECTION_CODE.test(code) || TLS_CODE.test(code))) return undefined
  return `The database cannot be used: ${reasonOf(error)}. ${remedyFor(error)}`
}

/** What to do about a connection that fails, which the setting leads to. */
export function remedyFor(error: unknown, setting: UrlSetting = 'database.url'): string {
  const { code } = error as { code?: unknown }
  const reason = reasonOf(error)
  if (REFUSED_BY_POOLER.test(`${code} ${reason}`)) return `A pooler is in between. ${POOLER_REMEDY[setting]}`
  const [, remedy] = REMEDIES.find(([sign]) => sign.test(`${code} ${reason}`)) ?? []
  const text = remedy ?? 'Check database.url, that the server runs, and that it lets this user in from here.'
  return text.replaceAll('database.url', setting)
}

/** PgBouncer refuses what connections ask for when they begin. */
const REFUSED_BY_POOLER = /^08P01 .*startup parameter/

/** What a code with its message says, and the remedy; the first that fits counts. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [
    /does not support SSL|^EPROTO .*(wrong version|packet length)|before secure TLS connection/,
    'Turn on TLS at the server (ssl = on), or use sslmode=disable on a network of your own.',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID /,
    'Let database.url name the server as its certificate does, or use sslmode=verify-ca, which leaves the name out.',
  ],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CERT_)/,
    "Let sslrootcert in database.url name the certificate of the authority that signed the server's, and renew what has expired.",
  ],
  [
    /^NO_SUITABLE_HOST /,
    'Check that each host of database.url runs and lets this user in from here, and that one is what target_session_attrs wants.',
  ],
  [/^28000 .*no encryption/, 'The server wants TLS: add sslmode=verify-full with sslrootcert=FILE to database.url.'],
]
