import { findNativeUws, loadUws } from './uws/uws-library.ts'

/** `uws`: the native server of uWebSockets.js. `node`: `node:http`. */
export type ServerKind = 'uws' | 'node'

/**
 * `auto` is `uws` where the native server loads, else `node`. Throws an `Error` that says what to do when `uws` is asked for and is
 * not there.
 */
export async function resolveServerKind(wanted: 'auto' | ServerKind): Promise<ServerKind> {
  if (wanted === 'uws') await loadUws()
  if (wanted !== 'auto') return wanted
  return (await findNativeUws()) === undefined ? 'node' : 'uws'
}
