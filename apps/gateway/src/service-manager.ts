import { spawn } from 'node:child_process'
import type { Clock, Logger } from '@heliograph/contracts'

/** What systemd, or another service manager with its protocol, is told about this process. */
export interface ServiceManager {
  /** One line about what the process does, which `systemctl status` shows. */
  status(text: string): void
  /** Everything listens. From now on the event loop reports that it still turns, when that is wanted. */
  ready(text: string): void
  stopping(): void
  /** The event loop reports no more; what has been told arrives. */
  close(): void
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Passes on each line that it reads. Node has no datagram sockets of the kind that the protocol uses. One shell that
 * lives as long as this process costs less than copying the page tables of a large process for every report, and it
 * ends by itself at the end of its input.
 */
const RELAY = `command -v systemd-notify >/dev/null || exit 127
while IFS= read -r line; do systemd-notify -- "$line"; done`
const NO_PROGRAM = 127

const SILENT: ServiceManager = { status() {}, ready() {}, stopping() {}, close() {} }

/** Talks to the service manager that started this process, if one did and wants to hear (sd_notify(3)). */
export function findServiceManager(env: Environment, clock: Clock, logger: Logger): ServiceManager {
  const { NOTIFY_SOCKET, PATH } = env
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return SILENT
  const tell = startRelay({ NOTIFY_SOCKET, PATH }, logger)
  let stopReporting = (): void => undefined
  const report = (everyMs: number): void => {
    tell('WATCHDOG=1')
    stopReporting = clock.after(everyMs, () => report(everyMs))
  }
  const status = (text: string): void => tell(`STATUS=${text}`)
  return {
    status,
    ready(text) {
      status(text)
      tell('READY=1')
      const everyMs = watchdogMs(env)
      if (everyMs !== undefined) report(everyMs)
    },
    stopping() {
      tell('STOPPING=1')
      status('Stopping.')
    },
    close: () => stopReporting(),
  }
}

/** How often the watchdog wants a report: three times within its limit. Undefined when it watches another process. */
export function watchdogMs({ WATCHDOG_USEC, WATCHDOG_PID }: Environment, pid = process.pid): number | undefined {
  const limitUs = Number(WATCHDOG_USEC)
  if (!(limitUs > 0) || (WATCHDOG_PID !== undefined && Number(WATCHDOG_PID) !== pid)) return undefined
  return limitUs / 3_000
}

function startRelay(env: NodeJS.ProcessEnv, logger: Logger): (line: string) => void {
  const relay = spawn('/bin/sh', ['-c', RELAY], { stdio: ['pipe', 'ignore', 'inherit'], env })
  relay.on('error', (error) => logger.warn({ err: error }, 'the service manager cannot be notified'))
  relay.on('exit', (code) => {
    if (code === NO_PROGRAM) logger.warn({}, 'the service manager cannot be notified: systemd-notify is missing')
  })
  // It has ended, which has been said.
  relay.stdin.on('error', () => undefined)
  relay.unref()
  const { stdin } = relay
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  return (line) => void stdin.write(`${oneLine(line)}\n`)
}

/** Reasons quote errors, which may have several lines. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would be read as the beginning of another report.
  return text.replace(/[\x00-\x1f\x7f]+/g, ' ')
}
