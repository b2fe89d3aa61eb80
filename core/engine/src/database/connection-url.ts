import { DatabaseUrlError } from './database-url-error.ts'
import { type Host, isLocalSocket, readHosts } from './hosts.ts'
import { SESSION_TARGETS, type SessionTarget } from './session-target.ts'

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** How a connection is encrypted, and what is verified: libpq's `sslmode`. */
export type SslMode = (typeof SSL_MODES)[number]

/** What a URL says about its connections. */
export interface ConnectionUrl {
  /** The URL without its hosts, and without the parameters that are read here. */
  readonly url: string
  readonly hosts: readonly Host[]
  readonly target: SessionTarget
  /** `disable` for a local socket, and for a URL that says nothing about TLS. */
  readonly mode: SslMode
  /** Path of a file with certificates, or `system` for the authorities that Node.js knows. */
  readonly rootCertificate: string | undefined
  /** Paths of the client's certificate and of its key. */
  readonly certificate: string | undefined
  readonly key: string | undefined
}

const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

/** The parameters that are read here. The drivers must not see them: each has a meaning of its own for them. */
const PARAMETERS = [...TLS_PARAMETERS, 'host', 'port', 'target_session_attrs'] as const

/** Parameters of libpq that would promise more than the drivers can do, and of single drivers. */
const UNSUPPORTED = /^(ssl.*|requiressl|channel_binding|gssencmode|uselibpqcompat|hostaddr|load_balance_hosts)$/

/**
 * Reads the parameters of a Postgres URL for hosts and TLS, with libpq's meaning
 * (https://www.postgresql.org/docs/current/libpq-ssl.html) and one exception: without `sslmode` there is no TLS. Throws
 * `DatabaseUrlError`.
 */
export function parseConnectionUrl(text: string): ConnectionUrl {
  const { given, url } = parseUrl(text)
  // As for libpq, the last one counts when a parameter is given twice.
  const parameters: Readonly<Record<string, string | undefined>> = Object.fromEntries(url.searchParams)
  refuseUnsupported(Object.keys(parameters))
  const { sslrootcert: rootCertificate, sslcert: certificate, sslkey: key } = parameters
  const hosts = readHosts(given, parameters)
  const mode = readMode(parameters)
  refuseContradictions(mode, parameters)
  return {
    url: withoutParameters(url),
    hosts,
    target: readTarget(parameters),
    mode: modeOf(hosts, mode),
    rootCertificate: rootCertificate || undefined,
    certificate: certificate || undefined,
    key: key || undefined,
  }
}

const BAD_URL = [
  'It is not the URL of a Postgres.',
  'Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with the characters : / ? # [ ] @ % of a password as %XX.',
] as const

/** The hosts as they are given, and the URL with one host in their place: Node.js reads no URL with several. */
function parseUrl(text: string): { readonly given: string; readonly url: URL } {
  const scheme = /^postgres(?:ql)?:\/\//i.exec(text)?.[0]
  const body = text.slice(scheme?.length)
  const [authority = ''] = body.split(/[/?#]/, 1)
  const rest = body.slice(authority.length)
  const end = authority.lastIndexOf('@') + 1
  const given = authority.slice(end)
  const single = `${scheme}${authority.slice(0, end)}localhost${rest}`
  const isUrl = scheme !== undefined && URL.canParse(single) && isDecodable(given)
  if (!isUrl || (end === 0 && isCutPassword(given, rest))) throw new DatabaseUrlError(...BAD_URL)
  return { given, url: new URL(single) }
}

/** Whether a character of the password ends it early: the rest of it would be taken for a port, and be shown. */
function isCutPassword(hosts: string, rest: string): boolean {
  return /^[^?]*@/.test(/:[^\d,]/.test(hosts) ? rest.replace('?', '') : rest)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function readTarget({ target_session_attrs: text = 'any' }: Readonly<Record<string, string | undefined>>) {
  const target = SESSION_TARGETS.find((each) => each === text)
  if (target !== undefined) return target
  throw new DatabaseUrlError(
    `The parameter target_session_attrs is '${text}'.`,
    `Choose one of: ${SESSION_TARGETS.join(', ')}.`,
  )
}

function modeOf(hosts: readonly Host[], given: SslMode = 'disable'): SslMode {
  const local = hosts.find(isLocalSocket)
  if (local === undefined || given === 'disable' || hosts.every(isLocalSocket)) return local ? 'disable' : given
  throw new DatabaseUrlError(
    `The host ${local.name} is a local socket, which has no TLS, and others are not.`,
    'Name only hosts that have TLS, or leave out sslmode.',
  )
}

function refuseUnsupported(names: readonly string[]): void {
  const known: readonly string[] = TLS_PARAMETERS
  const name = names.find((each) => UNSUPPORTED.test(each) && !known.includes(each))
  if (name === undefined) return
  throw new DatabaseUrlError(
    `The parameter ${name} is not supported.`,
    'Leave it out. There are sslmode, sslrootcert, sslcert and sslkey, and target_session_attrs.',
  )
}

function readMode({ ssl, sslmode, sslrootcert }: Readonly<Record<string, string | undefined>>): SslMode | undefined {
  // libpq takes it too, for URLs that were written for JDBC.
  if (ssl !== undefined && ssl !== 'true')
    throw new DatabaseUrlError(
      `The parameter ssl is '${ssl}'.`,
      'Use sslmode in its place, sslmode=require or disable.',
    )
  const text = sslmode ?? (ssl === 'true' ? 'require' : undefined)
  if (text === undefined) return sslrootcert === 'system' ? 'verify-full' : undefined
  const mode = SSL_MODES.find((each) => each === text)
  if (mode !== undefined) return mode
  throw new DatabaseUrlError(`The parameter sslmode is '${text}'.`, `Choose one of: ${SSL_MODES.join(', ')}.`)
}

/** What must not be ignored in silence: an operator who names a certificate counts on its use. */
function refuseContradictions(
  mode: SslMode | undefined,
  { sslrootcert, sslcert, sslkey }: Readonly<Record<string, string | undefined>>,
): void {
  if (sslrootcert === 'system' && mode !== 'verify-full')
    throw new DatabaseUrlError(
      `The parameter sslmode is '${mode}', and sslrootcert is 'system': any server with a public certificate would pass.`,
      'Use sslmode=verify-full with sslrootcert=system.',
    )
  const named = Object.entries({ sslrootcert, sslcert, sslkey }).filter(([, value]) => value)
  const [name] = named[0] ?? []
  if (name !== undefined && mode === undefined)
    throw new DatabaseUrlError(
      `The parameter ${name} has no effect without sslmode.`,
      'Add sslmode=verify-full, or verify-ca when the certificate of the server is for another host name.',
    )
  if ((mode === 'allow' || mode === 'prefer') && (sslcert || sslkey))
    throw new DatabaseUrlError(
      `The parameter ${sslcert ? 'sslcert' : 'sslkey'} cannot be used with sslmode=${mode}, which may go without TLS.`,
      'Use sslmode=require, verify-ca or verify-full.',
    )
}

function withoutParameters(url: URL): string {
  const own = new URL(url)
  for (const name of PARAMETERS) own.searchParams.delete(name)
  return own.href
}
