import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { TlsFiles } from './server-setup.ts'

/** The contents of TLS files that belong together. */
export interface TlsMaterial {
  readonly cert: Buffer
  readonly key: Buffer
  readonly passphrase: string | undefined
}

/** Whether two certificates with their keys are the same. */
export function isSameTls(one: TlsMaterial, other: TlsMaterial): boolean {
  return one.cert.equals(other.cert) && one.key.equals(other.key)
}

/**
 * Reads the files and checks that they work. Throws an `Error` that names the files when they cannot be read or do not
 * belong together.
 */
export async function readTlsFiles(files: TlsFiles): Promise<TlsMaterial> {
  try {
    const [cert, key] = await Promise.all([readFile(files.certFile), readFile(files.keyFile)])
    const material: TlsMaterial = { cert, key, passphrase: files.passphrase }
    createSecureContext(material)
    return material
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`TLS with certificate ${files.certFile} and key ${files.keyFile} does not work: ${reason}`, {
      cause,
    })
  }
}
