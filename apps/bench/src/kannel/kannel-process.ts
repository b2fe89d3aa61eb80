import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePorts } from '@heliograph/testkit'
import { ADMIN_PASSWORD, formatConfiguration, type KannelReceipts } from './configuration.ts'
import type { KannelPrograms } from './programs.ts'

/** A running Kannel: bearerbox, which speaks to the network, and smsbox, which takes requests. */
export interface KannelProcess {
  readonly pids: readonly number[]
  /** The port where smsbox takes requests. */
  readonly httpPort: number
  /** Aborted when one of them ends unexpectedly, with an error that gives all known details. */
  readonly signal: AbortSignal
  stop(): Promise<void>
}

export interface KannelOptions {
  /** For messages: Kannel, or the fork whose programs these are. */
  readonly name: string
  readonly programs: KannelPrograms
  /** Folder for configuration and logs. */
  readonly folder: string
  /** Folder for a file per message in transit. */
  readonly spool: string
  readonly smscPort: number
  readonly window: number
  readonly receipts: KannelReceipts
  readonly databaseUrl: string | undefined
}

const START_MS = 30_000
const STOP_MS = 10_000
const POLL_MS = 50
const LOG_TAIL = 2000
/**
 * Log level of standard error: 4 is panic only. Debug messages only of a place that does not exist, because Kamex
 * writes the text of every message before it looks at the levels, which doubles its CPU time.
 */
const QUIET = ['-v', '4', '-D', 'none']

/** Starts both and waits until Kannel is bound to the network and takes requests. */
export async function startKannel(options: KannelOptions): Promise<KannelProcess> {
  const { name, programs, folder } = options
  const [admin, box, http] = (await findFreePorts(3)) as [number, number, number]
  const configuration = join(folder, 'kannel.conf')
  await writeFile(
    configuration,
    formatConfiguration({ ...options, ports: { admin, box, http, smsc: options.smscPort } }),
  )
  const death = new AbortController()
  const children: ChildProcess[] = []
  let isStopping = false
  const launch = (program: keyof KannelPrograms) => {
    const log = openSync(join(folder, `${program}.err`), 'a')
    const child = spawn(programs[program], [...QUIET, configuration], { stdio: ['ignore', log, log] })
    closeSync(log)
    children.push(child)
    child.once('exit', (code, signal) => {
      if (!isStopping)
        death.abort(
          new Error(`${name}'s ${program} ended (${signal ?? `exit code ${code}`}):\n${tailOf(folder, program)}`),
        )
    })
    return child.pid ?? 0
  }
  const stop = async () => {
    isStopping = true
    // The program started last depends on the other, so stop it first.
    for (const child of children.reverse()) await stopChild(child)
  }
  try {
    const bearerbox = launch('bearerbox')
    await untilSo(`${name} was not bound`, death.signal, async () =>
      (await get(`http://127.0.0.1:${admin}/status.txt?password=${ADMIN_PASSWORD}`)).includes('online'),
    )
    const smsbox = launch('smsbox')
    await untilSo(
      `${name} was not ready for requests`,
      death.signal,
      async () => (await get(`http://127.0.0.1:${http}/cgi-bin/sendsms`)) !== '',
    )
    return { pids: [bearerbox, smsbox], httpPort: http, signal: death.signal, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilSo(failure: string, signal: AbortSignal, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + START_MS
  while (!(await isSo())) {
    signal.throwIfAborted()
    if (Date.now() > deadline) throw new Error(`${failure} within ${START_MS / 1000} s`)
    await delay(POLL_MS)
  }
}

/** Resolves with the body of the answer; empty when there is no answer. */
async function get(url: string): Promise<string> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(2000) })).text()
  } catch {
    return ''
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await exited
  clearTimeout(timer)
}

function tailOf(folder: string, name: string): string {
  const read = (file: string) => {
    try {
      return readFileSync(join(folder, file), 'utf8').slice(-LOG_TAIL)
    } catch {
      return ''
    }
  }
  return `${read(`${name}.log`)}${read(`${name}.err`)}`
}
