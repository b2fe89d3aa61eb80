import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorHeaders, type HttpRequest, type HttpResponse, type Logger, type RouteSpec } from '@heliograph/contracts'
import {
  createHttpServer,
  createRouter,
  type HttpServerOptions,
  type RouterMount,
  type RouterOptions,
  type ServerKind,
} from '../src/index.ts'
import type { RawResponse } from './http-connection.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/http-tls/${name}`, import.meta.url))
export const TLS = { certFile: fixture('cert.pem'), keyFile: fixture('key.pem') }
const STATUSES: Readonly<Record<string, number>> = {
  'too-large': 413,
  'method-not-allowed': 405,
  invalid: 400,
  unauthenticated: 401,
  unavailable: 503,
}

export type Routes = Readonly<Record<string, RouteSpec['handler'] | Partial<RouteSpec>>>

/**
 * Opens a server for the routes (from `'POST /path'` to a handler or to the fields of a route) and closes it after the
 * test.
 */
export async function serve(
  test: TestContext,
  kind: ServerKind,
  routes: Routes,
  { logger, onResponse, ...options }: Partial<HttpServerOptions> & RouterOptions = {},
) {
  const mount: RouterMount = {
    instanceId: 'test',
    routes: Object.entries(routes).map(([line, route]): RouteSpec => {
      const [method, path] = line.split(' ') as [RouteSpec['method'], string]
      return { method, path, handler: echo, ...(typeof route === 'function' ? { handler: route } : route) }
    }),
    formatError: (error) => ({
      status: STATUSES[error.category] ?? 500,
      headers: { 'x-form': 'own', allow: '', ...errorHeaders(error) },
      body: error.code,
    }),
  }
  const router = createRouter([mount], { logger, onResponse })
  const server = createHttpServer({ kind, router, host: '127.0.0.1', port: 0, ...options })
  test.after(() => server.close(0))
  const { port } = await server.listen()
  return { server, port }
}

export function echo({
  method,
  path,
  query,
  headers,
  params,
  body,
  remoteAddress,
  isSecure,
}: HttpRequest): HttpResponse {
  const seen = { method, path, query, headers, params, body: body.toString(), remoteAddress, isSecure }
  return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(seen) }
}

export const ok = () => ({ status: 200, body: 'ok' })
export const later = async (incoming: HttpRequest) => {
  await new Promise(setImmediate)
  return { status: 200, body: incoming.path }
}
export const text = (response: RawResponse | undefined) => response && `${response.status} ${response.body}`

/** A handler whose requests wait until they are released. */
export function gate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const state = { entered: 0, left: 0, release, onEnter: () => {}, signals: [] as AbortSignal[] }
  const handler = async ({ signal }: HttpRequest): Promise<HttpResponse> => {
    state.entered++
    state.signals.push(signal)
    state.onEnter()
    await released
    state.left++
    return { status: 200, body: 'released' }
  }
  /** Resolves when `count` requests have arrived. */
  const entered = (count: number) =>
    new Promise<void>((resolve) => {
      state.onEnter = () => {
        if (state.entered >= count) resolve()
      }
      state.onEnter()
    })
  return { handler, state, entered }
}

export function sha(octets: Buffer): string {
  return createHash('sha256').update(octets).digest('hex')
}

/** A logger that keeps warnings and errors, and resolves `logged` at the first one. */
export function recordingLogger() {
  const lines: { readonly level: string; readonly fields: object; readonly message: string }[] = []
  let tell = () => {}
  const logged = new Promise<void>((resolve) => {
    tell = resolve
  })
  const record = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message })
    tell()
  }
  const silent = () => {}
  const levels = { trace: silent, debug: silent, info: silent, warn: record('warn'), error: record('error') }
  const logger = { ...levels, child: () => logger } as unknown as Logger
  return { logger, lines, logged }
}
