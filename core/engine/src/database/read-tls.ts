import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls'
import type { ConnectionUrl } from './connection-url.ts'
import { DatabaseUrlError } from './database-url-error.ts'

/**
 * For a `DatabaseClient`: TLS if the server has it. Nothing is verified, since an attacker who could give us a false
 * certificate could also say that there is no TLS.
 */
export const TLS_IF_OFFERED: ConnectionOptions = Object.freeze({ rejectUnauthorized: false })

/** The TLS of a URL's connections, from the files that it names. Throws `DatabaseUrlError`. */
export function readTls(connection: ConnectionUrl): ConnectionOptions | false {
  const { mode } = connection
  if (mode === 'disable') return false
  const root = readRoot(connection)
  // A server that takes TLS only is served too, although libpq would try without TLS first where `allow` is set.
  if (mode === 'allow' || mode === 'prefer') return TLS_IF_OFFERED
  if (root === undefined && mode !== 'require') throw missingRoot(mode)
  return {
    secureContext: createContext(root, connection),
    rejectUnauthorized: root !== undefined,
    checkServerIdentity: mode === 'verify-full' ? checkHost : () => undefined,
  }
}

/**
 * The drivers tell Node.js different names: node-postgres the host of the URL, and postgres.js none when it is an
 * address. Sockets of postgres.js, and those that lead to one of several hosts, bear the right one.
 */
function checkHost(
  this: { readonly socket?: { readonly host?: string } },
  name: string,
  certificate: PeerCertificate,
): Error | undefined {
  return checkServerIdentity(this.socket?.host ?? name, certificate)
}

function missingRoot(mode: string): DatabaseUrlError {
  return new DatabaseUrlError(
    `sslmode=${mode} verifies the certificate of the server, and there is no certificate to verify it with.`,
    `Add sslrootcert=FILE with the certificate of its authority (or put that into ${inFolder('root.crt')}), or sslrootcert=system with sslmode=verify-full for a public authority.`,
  )
}

type Root = Buffer | 'system' | undefined

/** The authorities that the URL names, else those in libpq's own file when that exists. */
function readRoot({ rootCertificate }: ConnectionUrl): Root {
  if (rootCertificate === 'system') return rootCertificate
  const path = rootCertificate ?? existing('root.crt')
  if (path === undefined) return undefined
  const content = readNamed('sslrootcert', path)
  try {
    // As a text: of a DER file, which holds one too, no connection would take anything.
    new X509Certificate(content.toString())
  } catch (cause) {
    throw new DatabaseUrlError(
      `The file ${path} (sslrootcert) has no certificate in it.`,
      'Put in the certificates of the authorities, as PEM.',
      cause,
    )
  }
  return content
}

function createContext(root: Root, { certificate, key }: ConnectionUrl): SecureContext {
  const authorities = root instanceof Buffer ? { ca: root } : {}
  const certificatePath = certificate ?? existing('postgresql.crt')
  if (certificatePath === undefined) {
    if (key === undefined) return createSecureContext(authorities)
    throw new DatabaseUrlError('The parameter sslkey has no effect without sslcert.', 'Add sslcert=FILE.')
  }
  const keyPath = key ?? inFolder('postgresql.key')
  const own = { cert: readNamed('sslcert', certificatePath), key: readNamed('sslkey', keyPath) }
  try {
    return createSecureContext({ ...authorities, ...own })
  } catch (cause) {
    throw new DatabaseUrlError(
      `The certificate ${certificatePath} (sslcert) and the key ${keyPath} (sslkey) cannot be used together: ${(cause as Error).message}.`,
      'Give a certificate and its own key, both as PEM, and the key without a passphrase.',
      cause,
    )
  }
}

function readNamed(parameter: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new DatabaseUrlError(
      `The file ${path} (${parameter}) cannot be read: ${(cause as Error).message}.`,
      'Name an existing file by its full path, and let the user of the gateway read it.',
      cause,
    )
  }
}

/** A file of libpq's own folder, if it exists. */
function existing(name: string): string | undefined {
  const path = inFolder(name)
  return existsSync(path) ? path : undefined
}

function inFolder(name: string): string {
  const { APPDATA } = process.env
  const folder = process.platform === 'win32' && APPDATA ? join(APPDATA, 'postgresql') : join(homedir(), '.postgresql')
  return join(folder, name)
}
