import { DatabaseUrlError } from './database-url-error.ts'

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/** How a connection is encrypted, and what is verified: libpq's `sslmode`. */
export type SslMode = (typeof SSL_MODES)[number]

/** What a URL says about its connections. */
export interface ConnectionUrl {
  /** The URL without the parameters on TLS. */
  readonly url: string
  /** Name or address of the server, or the folder of its local socket. */
  readonly host: string
  readonly isLocalSocket: boolean
  /** `disable` for a local socket, and for a URL that says nothing about TLS. */
  readonly mode: SslMode
  /** Path of a file with certificates, or `system` for the authorities that Node.js knows. */
  readonly rootCertificate: string | undefined
  /** Paths of the client's certificate and of its key. */
  readonly certificate: string | undefined
  readonly key: string | undefined
}

/** The parameters that are read here. The drivers must not see them: each has a meaning of its own for them. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'] as const

/** Parameters of libpq that would promise more than the drivers can do, and of single drivers. */
const UNSUPPORTED = /^(ssl.*|requiressl|channel_binding|gssencmode|uselibpqcompat)$/

/**
 * Reads the parameters on TLS of a Postgres URL, with libpq's meaning
 * (https://www.postgresql.org/docs/current/libpq-ssl.html), but for one: without `sslmode` there is no TLS. Throws
 * `DatabaseUrlError`.
 */
export function parseConnectionUrl(text: string): ConnectionUrl {
  const url = parseUrl(text)
  // As for libpq, the last one counts when a parameter is given twice.
  const parameters: Readonly<Record<string, string | undefined>> = Object.fromEntries(url.searchParams)
  refuseUnsupported(Object.keys(parameters))
  const { sslrootcert: rootCertificate, sslcert: certificate, sslkey: key } = parameters
  const given = readMode(parameters)
  refuseContradictions(given, parameters)
  const host = parameters.host || url.hostname.replace(/^\[(.+)\]$/, '$1') || process.env.PGHOST || 'localhost'
  const isLocalSocket = host.includes('/')
  return {
    url: withoutTls(text, url),
    host,
    isLocalSocket,
    mode: isLocalSocket ? 'disable' : (given ?? 'disable'),
    rootCertificate: rootCertificate || undefined,
    certificate: certificate || undefined,
    key: key || undefined,
  }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^postgres(ql)?:$/.test(url.protocol)) return url
  throw new DatabaseUrlError(
    'It is not the URL of a Postgres.',
    'Write postgres://USER:PASSWORD@HOST:PORT/DATABASE, with the characters : / ? # [ ] @ % of a password as %XX.',
  )
}

function refuseUnsupported(names: readonly string[]): void {
  const known: readonly string[] = TLS_PARAMETERS
  const name = names.find((each) => UNSUPPORTED.test(each) && !known.includes(each))
  if (name === undefined) return
  throw new DatabaseUrlError(
    `The parameter ${name} is not supported.`,
    'Leave it out. On TLS there are sslmode, sslrootcert, sslcert and sslkey.',
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

/** The text itself when there is nothing to leave out: writing the query anew may write it differently. */
function withoutTls(text: string, url: URL): string {
  const found = TLS_PARAMETERS.filter((name) => url.searchParams.has(name))
  for (const name of found) url.searchParams.delete(name)
  return found.length === 0 ? text : url.href
}
