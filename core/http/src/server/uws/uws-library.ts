import type { AppOptions, HttpRequest, HttpResponse, us_listen_socket } from 'uWebSockets.js'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { correctUws } from './uws-correction.ts'

/** The part of an app that is used here; the package's own types omit some of it. */
export interface UwsApp {
  any(pattern: string, handler: (response: HttpResponse, request: HttpRequest) => void): unknown
  listen(host: string, port: number, options: number, callback: (socket: us_listen_socket | false) => void): unknown
  /** Closes every connection at once. */
  close(): unknown
}

/** The part of the package that is used here. */
export interface UwsLibrary {
  readonly App: () => UwsApp
  readonly SSLApp: (options: AppOptions) => UwsApp
  readonly us_listen_socket_close: (socket: us_listen_socket) => void
  readonly us_socket_local_port: (socket: us_listen_socket) => number
  readonly LIBUS_LISTEN_EXCLUSIVE_PORT: number
  readonly _cfg: (setting: string) => void
}

let found: Promise<UwsLibrary | undefined> | undefined
let isUncorrected = false

/**
 * The native server, or undefined. Without a binary, some builds of the package load an imitation in JavaScript and
 * print a warning. So this looks for a binary for this Node version first, and then checks that the loaded code is
 * native. Where faults of the binary are known, a corrected copy is loaded in its place.
 */
export function findNativeUws(): Promise<UwsLibrary | undefined> {
  found ??= load()
  return found
}

/** True when the native server has been loaded as it comes, because it could not be corrected. */
export function isUwsUncorrected(): boolean {
  return isUncorrected
}

async function load(): Promise<UwsLibrary | undefined> {
  const binary = findBinary()
  if (binary === undefined) return undefined
  // With this variable, the package is asked for its imitation.
  const corrected = process.env.UWS_USE_FALLBACK === undefined ? loadCorrected(binary) : undefined
  isUncorrected = corrected === undefined
  if (corrected !== undefined) return corrected
  try {
    const imported = (await import('uWebSockets.js')) as unknown as UwsLibrary & { default?: UwsLibrary }
    const library = imported.default ?? imported
    return isNative(library) ? library : undefined
  } catch {
    return undefined
  }
}

/** Undefined for a binary that is not known, and where files of the folder for temporary ones cannot be run. */
function loadCorrected(path: string): UwsLibrary | undefined {
  let folder: string | undefined
  try {
    const corrected = correctUws(readFileSync(path))
    if (corrected === undefined) return undefined
    folder = mkdtempSync(join(tmpdir(), 'heliograph-uws-'))
    const file = join(folder, 'uws.node')
    writeFileSync(file, corrected, { mode: 0o500 })
    const loaded = { exports: {} as UwsLibrary }
    process.dlopen(loaded, file)
    return isNative(loaded.exports) ? loaded.exports : undefined
  } catch {
    return undefined
  } finally {
    // What has been loaded stays in memory.
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

function isNative({ App }: UwsLibrary): boolean {
  return String(App).includes('[native code]')
}

/** Like `findNativeUws`, but throws an `Error` with the remedy. */
export async function loadUws(): Promise<UwsLibrary> {
  const library = await findNativeUws()
  if (library !== undefined) return library
  throw new Error(
    `The HTTP server 'uws' is not available here: uWebSockets.js has no native binary for Node ${process.versions.node} on ` +
      `${process.platform}-${process.arch}. Set the listener's server to 'node' or 'auto', run on a Node version the installed build ` +
      `supports, or install the official build of uWebSockets.js for this one.`,
  )
}

/**
 * The version of the installed package, whether or not it has a binary for this Node version; undefined without a
 * package.
 */
export function uwsVersion(): string | undefined {
  try {
    return (createRequire(import.meta.url)('uWebSockets.js/package.json') as { version: string }).version
  } catch {
    return undefined
  }
}

function findBinary(): string | undefined {
  const name = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
  try {
    const directory = dirname(createRequire(import.meta.url).resolve('uWebSockets.js'))
    return [join(directory, name), join(directory, '..', 'binaries', name)].find((path) => existsSync(path))
  } catch {
    return undefined
  }
}
