import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Deployment, deploymentOptions, GATEWAY_PROGRAM } from './cli.ts'

/** A running gateway. */
export interface GatewayProcess {
  readonly pid: number
  /** Base addresses without a trailing slash. */
  readonly http: string
  readonly admin: string
  /** Ports of adapters with sockets of their own, by instance. */
  readonly instances: ReadyFile['instances']
  /** Asks the gateway to stop and waits; kills it when that takes longer than 30 s, or at once with SIGKILL. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export interface GatewayProcessOptions {
  readonly deployment: Deployment
  /** Folder for the gateway's log and ready file. */
  readonly folder: string
  /** Options of node itself, before the program. */
  readonly nodeOptions: readonly string[]
  /** Called when a gateway that was serving ends without a call of `stop`. */
  onDeath(error: Error): void
}

const START_MS = 120_000
const STOP_MS = 30_000
const POLL_MS = 25

/** Starts a gateway and waits until everything listens. Rejects with the end of its log when it ends before that. */
export async function startGatewayProcess(options: GatewayProcessOptions): Promise<GatewayProcess> {
  const { deployment, folder, nodeOptions } = options
  const readyFile = join(folder, 'ready.json')
  const logFile = join(folder, 'gateway.log')
  const log = openSync(logFile, 'a')
  // A killed gateway has left its ready file behind.
  rmSync(readyFile, { force: true })
  const child = spawn(
    process.execPath,
    [...nodeOptions, GATEWAY_PROGRAM, 'start', ...deploymentOptions(deployment), '--ready-file', readyFile],
    { stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const { http, admin, instances, pid } = await waitUntilReady(child, readyFile, logFile)
  let isStopping = false
  const reportDeath = () => {
    if (!isStopping) options.onDeath(new Error(`The gateway ended (${howItEnded(child)}):\n${tailOf(logFile)}`))
  }
  if (hasEnded(child)) reportDeath()
  else child.once('exit', reportDeath)
  return {
    http: withoutSlash(http),
    admin: withoutSlash(admin),
    instances,
    pid,
    stop(signal) {
      isStopping = true
      return stopProcess(child, signal)
    },
  }
}

/** The content of a gateway's ready file. */
export interface ReadyFile {
  readonly http: string
  readonly admin: string
  /** Ports of adapters with sockets of their own, by instance. */
  readonly instances: Readonly<Record<string, { readonly port: number }>>
  readonly pid: number
}

export function readReadyFile(path: string): ReadyFile {
  return JSON.parse(readFileSync(path, 'utf8')) as ReadyFile
}

export function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}

async function waitUntilReady(child: ChildProcess, readyFile: string, logFile: string): Promise<ReadyFile> {
  const deadline = Date.now() + START_MS
  for (;;) {
    try {
      return readReadyFile(readyFile)
    } catch {
      // The ready file does not exist yet.
    }
    if (hasEnded(child) || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The gateway did not start:\n${tailOf(logFile)}`)
    }
    await delay(POLL_MS)
  }
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (hasEnded(child)) return
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function howItEnded({ exitCode, signalCode }: ChildProcess): string {
  return signalCode ?? `exit code ${exitCode}`
}

const LOG_TAIL = 4000

function tailOf(logFile: string): string {
  return readFileSync(logFile, 'utf8').slice(-LOG_TAIL)
}
