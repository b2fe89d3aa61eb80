import type { Logger } from '@heliograph/contracts'
import { createLogger, InstanceError, systemClock, wantsPrettyLog } from '@heliograph/runtime'
import type { Command } from 'commander'
import { formatBanner } from '../banner.ts'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { type Gateway, startGateway } from '../gateway.ts'
import { createHeldLog } from '../held-log.ts'
import { createOutput } from '../output.ts'
import { removeReadyFile, writeReadyFile } from '../ready-file.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { listenForStop } from '../stop-signals.ts'
import type { Terminal } from '../terminal.ts'
import { settlesWithin } from '../time-limit.ts'

/** What has not ended by then is cut: supervisors commonly wait ten seconds. */
const STOP_TIMEOUT_MS = 9_000

interface StartOptions extends CommonOptions {
  readonly readyFile?: string
}

export function createStartCommand(terminal: Terminal): Command {
  return createCommand('start', 'Start the gateway and serve until told to stop.')
    .option('--ready-file <path>', 'file that gets the addresses as JSON once everything listens')
    .action((options) => runStart(terminal, options))
}

async function runStart(terminal: Terminal, options: StartOptions): Promise<void> {
  const settings = await loadSettings(options)
  const { log, secrets } = settings.configuration
  // With --json the error of a start that fails is all that is printed.
  const held = options.json ? createHeldLog() : undefined
  const pretty = wantsPrettyLog(log.format, process.stderr.isTTY)
  const logger = createLogger({ level: log.level, pretty, secrets, destination: held })
  const signals = listenForStop()
  try {
    if (options.readyFile !== undefined) await removeReadyFile(options.readyFile)
    const gateway = await start(settings, logger, signals.signal)
    if (gateway === undefined) return
    held?.release()
    await announce(terminal, gateway, options)
    await untilAborted(signals.signal)
    createOutput(terminal, options.json).note('Stopping. (Again to stop at once.)')
    await stop(gateway, options, logger)
  } finally {
    signals.dispose()
  }
}

async function stop(gateway: Gateway, { readyFile }: StartOptions, logger: Logger): Promise<void> {
  if (readyFile !== undefined) await removeReadyFile(readyFile)
  if (await settlesWithin(systemClock, STOP_TIMEOUT_MS, gateway.stop())) return
  logger.error({}, 'not everything closed in time, leaving all the same')
  process.exit(1)
}

/** Undefined when it was told to stop before it had started. */
async function start(settings: Settings, logger: Logger, signal: AbortSignal): Promise<Gateway | undefined> {
  const onFatal = (reason: string): never => {
    logger.error({ reason }, 'this process must not go on')
    process.exit(1)
  }
  try {
    return await startGateway(settings, { logger, onFatal, signal })
  } catch (error) {
    if (signal.aborted) return undefined
    throw isPortInUse(error) ? portInUse(error as Error) : error
  }
}

async function announce(terminal: Terminal, { addresses, demo }: Gateway, options: StartOptions): Promise<void> {
  if (options.readyFile !== undefined) await writeReadyFile(options.readyFile, addresses)
  const result = { ...addresses, pid: process.pid, ...(demo && { demo }) }
  createOutput(terminal, options.json).result(result, formatBanner(addresses, demo))
}

function untilAborted(signal: AbortSignal): Promise<void> {
  // Everything else in the process may be unable to keep it alive (a node without listeners, say).
  const keepAlive = setInterval(() => undefined, 2 ** 30)
  return new Promise((resolve) => {
    const done = (): void => {
      clearInterval(keepAlive)
      resolve()
    }
    if (signal.aborted) done()
    else signal.addEventListener('abort', done, { once: true })
  })
}

function isPortInUse(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as NodeJS.ErrnoException).code === 'EADDRINUSE') return true
  }
  return false
}

function portInUse(cause: Error): CommandError {
  const wanted =
    cause instanceof InstanceError
      ? `--set instances.${cause.instanceId}.config.port=0`
      : '--set http.port=0 --set admin.port=0'
  const remedy = `Any free port: ${wanted}. The addresses are then shown, and told in the --ready-file.`
  return new CommandError('port-in-use', `${cause.message}.\n${remedy}`, { cause })
}
