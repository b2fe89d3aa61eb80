import { X509Certificate } from 'node:crypto'

/**
 * When the certificate of a PEM text ends, in milliseconds since 1970; undefined when there is none that can be read.
 * Of a chain that is the first one: what the others are for ends with it, and a chain may end in one that is no longer
 * valid and that no client looks at.
 */
export function certificateEnd(pem: string): number | undefined {
  try {
    return Date.parse(new X509Certificate(pem).validTo)
  } catch {
    return undefined
  }
}
