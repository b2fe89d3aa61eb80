import type { ServerKind, TlsFiles } from './server-setup.ts'
import { findNativeUws, isUwsUncorrected, loadUws, uwsVersion } from './uws/uws-library.ts'

/**
 * `auto` is `uws` where the native server loads and can do what is asked of it, else `node`. Throws an `Error` with the
 * remedy when `uws` is requested and not available.
 */
export async function resolveServerKind(
  wanted: 'auto' | ServerKind,
  tls?: Pick<TlsFiles, 'clientCertificates'>,
): Promise<ServerKind> {
  if (wanted === 'auto' && tls?.clientCertificates !== undefined) return 'node'
  if (wanted === 'uws') await loadUws()
  if (wanted !== 'auto') return wanted
  return (await findNativeUws()) === undefined ? 'node' : 'uws'
}

/** The version whose faults are known and corrected. */
const FAULTY = '20.30.0'

/** Which server a listener got and why, for operators: `uws (native, uWebSockets.js 20.30.0)`. */
export function describeServerKind(
  wanted: 'auto' | ServerKind,
  got: ServerKind,
  tls?: Pick<TlsFiles, 'clientCertificates'>,
): string {
  const version = uwsVersion()
  if (got === 'uws') {
    const isFaulty = version?.startsWith(FAULTY) === true && isUwsUncorrected()
    return `uws (native, uWebSockets.js ${version ?? 'of unknown version'}${isFaulty ? ', not corrected' : ''})`
  }
  if (wanted === 'node') return 'node (node:http)'
  if (tls?.clientCertificates !== undefined) return 'node (it asks clients for certificates)'
  if (version === undefined) return 'node (uWebSockets.js is not installed)'
  const [major] = process.versions.node.split('.')
  return `node (uWebSockets.js ${version} has no working binary for Node ${major} on ${process.platform}-${process.arch})`
}
