/**
 * A listener in a process of its own, which a test can limit and measure as its parent: `node listener-process.ts uws`.
 * Sends its ports, then `{ warned }` for each warning, and answers questions.
 */
import { closeSync, openSync, readFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { errorHeaders, GatewayError, type HttpRequest, type Logger } from '@heliograph/contracts'
import { createHttpServer, createRouter, type ServerKind } from '../../src/index.ts'

/** Each is answered by a number. */
export type Question =
  /** How many of `count` files can be opened in addition to all that is open. */
  | { readonly ask: 'files'; readonly count: number }
  /** Octets of memory that the process uses; with `most`, the most that it has ever used. */
  | { readonly ask: 'memory'; readonly most: boolean }
  /** Lets the requests to /held be answered; the answer is 0. */
  | { readonly ask: 'release' }
  /** Milliseconds of processor time that the process uses in `duringMs` milliseconds. */
  | { readonly ask: 'processor'; readonly duringMs: number }

const BODY_LIMIT = 4_194_304
const kind = process.argv[2] as ServerKind
const silent = () => {}
const warn = (_fields: object, warned: string) => process.send?.({ warned })
const logger = {
  trace: silent,
  debug: silent,
  info: silent,
  warn,
  error: warn,
  child: () => logger,
} as unknown as Logger

const refuse = () => {
  throw new GatewayError('unauthenticated', 'no-key', 'No key')
}
let release = () => {}
const released = new Promise<void>((resolve) => {
  release = resolve
})
/** Keeps the body, like a handler that waits for its turn. */
const holdBody = ({ body }: HttpRequest) => released.then(() => ({ status: 200, body: String(body.length) }))
const router = createRouter([
  {
    instanceId: 'test',
    routes: [
      { method: 'GET', path: '/', handler: () => ({ status: 200, body: 'ok' }) },
      { method: 'POST', path: '/', bodyLimit: BODY_LIMIT, handler: () => ({ status: 200 }) },
      { method: 'POST', path: '/keyed', bodyLimit: BODY_LIMIT, admit: refuse, handler: () => ({ status: 200 }) },
      { method: 'POST', path: '/held', bodyLimit: BODY_LIMIT, handler: holdBody },
      { method: 'GET', path: '/held', handler: () => released.then(() => ({ status: 200, body: 'held' })) },
    ],
    formatError: (error) => ({
      status: error.category === 'unavailable' ? 503 : 500,
      headers: errorHeaders(error),
      body: error.code,
    }),
  },
])
const limits = { handlerTimeoutMs: 300_000 }
const server = createHttpServer({ kind, router, host: '127.0.0.1', port: 0, limits, logger })
const operators = createHttpServer({ kind: 'node', router, host: '127.0.0.1', port: 0, usesReserve: true })

process.on('message', (question: Question) => answer(question).then((result) => process.send?.({ result })))
process.on('disconnect', () => process.exit())
const { port } = await server.listen()
const { port: operatorsPort } = await operators.listen()
process.send?.({ port, operatorsPort })

async function answer(question: Question): Promise<number> {
  if (question.ask === 'files') return openable(question.count)
  if (question.ask === 'processor') return processorTime(question.duringMs)
  if (question.ask === 'memory') return question.most ? mostMemory() : process.memoryUsage().rss
  release()
  return 0
}

/** On Linux, what `resourceUsage` tells begins with what the parent used, which runs other tests as well. */
function mostMemory(): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    if (kibibytes !== undefined) return Number(kibibytes) * 1024
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024
}

function openable(count: number): number {
  const files: number[] = []
  try {
    while (files.length < count) files.push(openSync(devNull, 'r'))
  } catch {
    // The number of files opened so far is the answer.
  }
  for (const file of files) closeSync(file)
  return files.length
}

async function processorTime(duringMs: number): Promise<number> {
  const before = process.cpuUsage()
  await pause(duringMs)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
