import { DatabaseUrlError } from './database-url-error.ts'

/** A server that a URL names. */
export interface Host {
  /** Its name or address, or the folder of its local socket. */
  readonly name: string
  readonly port: number
}

export function isLocalSocket({ name }: Host): boolean {
  return name.includes('/')
}

/** As an operator would write it. */
export function formatHost({ name, port }: Host): string {
  return `${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** The path of a local socket. */
export function socketPathOf({ name, port }: Host): string {
  return `${name}/.s.PGSQL.${port}`
}

/** Lists with a comma between their entries. */
export interface HostParameters {
  readonly host?: string | undefined
  readonly port?: string | undefined
}

const DEFAULT_PORT = '5432'

/**
 * Reads the hosts of a URL as libpq does
 * (https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS): those between the password and the
 * database, `h1:5432,h2`, or the parameters `host` and `port`, which come before them. One port counts for all. What
 * the URL leaves out is taken from PGHOST and PGPORT. Throws `DatabaseUrlError`.
 */
export function readHosts(
  given: string,
  { host, port }: HostParameters,
  { PGHOST, PGPORT }: NodeJS.ProcessEnv = process.env,
): readonly Host[] {
  const entries = given.split(',').map(readEntry)
  const names = listOf(host) ?? (given === '' ? listOf(PGHOST) : undefined) ?? entries.map(({ name }) => name)
  const own = entries.some((entry) => entry.port !== '') ? entries.map((entry) => entry.port) : undefined
  const ports = listOf(port) ?? own ?? listOf(PGPORT) ?? [DEFAULT_PORT]
  if (names.length > 1 && names.includes(''))
    throw new DatabaseUrlError('The list of hosts has an empty entry.', 'Name a host between any two commas.')
  if (ports.length > 1 && ports.length !== names.length)
    throw new DatabaseUrlError(
      `There are ${names.length} hosts (${names.join(', ')}) and ${ports.length} ports (${ports.join(', ')}).`,
      'Give one port for all hosts, or a port for each, in the same order.',
    )
  return names.map((name, index) => ({ name: name || 'localhost', port: readPort(ports[index] ?? ports[0] ?? '') }))
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text === undefined || text === '' ? undefined : text.split(',')
}

/** An entry of the list in the URL: `host`, `host:port`, `[address]:port`. */
function readEntry(entry: string): { readonly name: string; readonly port: string } {
  const [, bracketed, plain = '', port = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(entry) ?? []
  return { name: bracketed ?? decodeURIComponent(plain), port }
}

function readPort(text: string): number {
  const port = Number(text || DEFAULT_PORT)
  if (/^\d*$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new DatabaseUrlError(
    `The port '${text}' is not a number from 1 to 65535.`,
    'Mend it, or leave it out for 5432.',
  )
}
