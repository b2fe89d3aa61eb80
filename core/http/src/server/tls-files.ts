import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { TlsFiles } from './server-setup.ts'

/** The contents of TLS files that belong together. */
export interface TlsMaterial {
  readonly cert: Buffer
  readonly key: Buffer
  readonly passphrase: string | undefined
  /** The authorities of certificates of clients. */
  readonly ca: Buffer | undefined
}

/** Whether two certificates with their keys are the same. */
export function isSameTls(one: TlsMaterial, other: TlsMaterial): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key) && isSameFile(one.ca, other.ca)
}

function isSameFile(one: Buffer | undefined, other: Buffer | undefined): boolean {
  return one === undefined || other === undefined ? one === other : one.equals(other)
}

/** Throws for a file without certificates, which would stand for the authorities that browsers know. */
async function readAuthorities(file: string): Promise<Buffer> {
  const pem = await readFile(file)
  try {
    new X509Certificate(pem)
  } catch (cause) {
    throw new Error(`${file} holds no certificate of an authority`, { cause })
  }
  return pem
}

/**
 * Reads the files and checks that they work. Throws an `Error` that names the files when they cannot be read or do not
 * belong together.
 */
export async function readTlsFiles(files: TlsFiles): Promise<TlsMaterial> {
  try {
    const { certFile, keyFile, passphrase, clientCertificates } = files
    const caFile = clientCertificates?.caFile
    const [cert, key, ca] = await Promise.all([
      readFile(certFile),
      readFile(keyFile),
      caFile === undefined ? undefined : readAuthorities(caFile),
    ])
    const material: TlsMaterial = { cert, key, passphrase, ca }
    createSecureContext(material)
    return material
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`TLS with certificate ${files.certFile} and key ${files.keyFile} does not work: ${reason}`, {
      cause,
    })
  }
}
