import { systemClock } from '@heliograph/contracts'
import { createLogger, InstanceError, wantsPrettyLog } from '@heliograph/runtime'
import type { Command } from 'commander'
import { formatBanner } from '../banner.ts'
import { CommandError } from '../command-error.ts'
import { type CommonOptions, createCommand } from '../common-options.ts'
import { findFaultOwners } from '../fault-owner.ts'
import { watchForFaults } from '../fault-watch.ts'
import { type Gateway, type StartOptions as GatewayOptions, startGateway } from '../gateway.ts'
import { limitHeapGrowth } from '../heap-growth.ts'
import { createHeldLog } from '../held-log.ts'
import { createModuleLoader } from '../import-module.ts'
import { createOutput, reportError } from '../output.ts'
import { removeReadyFile, writeReadyFile } from '../ready-file.ts'
import { findServiceManager } from '../service-manager.ts'
import { loadSettings, type Settings } from '../settings.ts'
import { listenForStop } from '../stop-signals.ts'
import { CUT_OFF_MS } from '../stop-times.ts'
import type { Terminal } from '../terminal.ts'
import { watchForWarnings } from '../warning-watch.ts'

interface StartOptions extends CommonOptions {
  readonly readyFile?: string
  readonly restored?: boolean
}

export function createStartCommand(terminal: Terminal): Command {
  return createCommand('start', 'Start the gateway and serve until told to stop.')
    .option('--ready-file <path>', 'file that gets the addresses as JSON once everything listens')
    .option(
      '--restored',
      'for the first start on a restored database: hold sending, and ask what became of messages that may have been sent since',
    )
    .action((options) => runStart(terminal, options))
}

async function runStart(terminal: Terminal, options: StartOptions): Promise<void> {
  limitHeapGrowth()
  const settings = await loadSettings(options)
  const { log, secrets, instances, baseDir } = settings.configuration
  // With --json, a start that fails prints nothing but its error.
  const held = options.json ? createHeldLog() : undefined
  const pretty = wantsPrettyLog(log.format, process.stderr.isTTY)
  const logger = createLogger({ level: log.level, pretty, secrets, destination: held })
  const { importModule, folders } = createModuleLoader(baseDir)
  let onReload = (): void => logger.warn({}, 'The configuration is not read again: the gateway has not started yet')
  const signals = listenForStop({ onReload: () => onReload() })
  const ownersOf = (thrown: unknown) => findFaultOwners(thrown, instances, folders)
  const faults = watchForFaults(logger, ownersOf)
  const warnings = watchForWarnings(logger, ownersOf)
  const signal = AbortSignal.any([signals.signal, faults.signal])
  const leave = (reason: string): never => {
    logger.error({ reason }, 'this process cannot safely continue')
    // With --json, the log lines held so far are dropped, so the error is printed here.
    if (options.json) reportError(terminal, faults.reason() ?? new CommandError('fatal', reason), true)
    process.exit(1)
  }
  let stayOn = (): void => undefined
  // Until it serves, and after a fault, there is nothing to wait for.
  let delaySeconds = 0
  const limitStop = (): void => {
    const limitMs = CUT_OFF_MS + (faults.signal.aborted ? 0 : delaySeconds * 1000)
    stayOn = systemClock.after(limitMs, () => leave('Not everything closed in time.'))
  }
  signal.addEventListener('abort', limitStop, { once: true })
  const manager = findServiceManager(process.env, systemClock, logger)
  const onWait = (reason: string): void => manager.status(`Waiting for the database: ${reason}`)
  signal.addEventListener('abort', () => manager.stopping(), { once: true })
  const readSettings = () => loadSettings(options)
  try {
    if (options.readyFile !== undefined) await removeReadyFile(options.readyFile)
    const gateway = await start(settings, {
      ...{ logger, importModule, onFatal: leave, signal, onWait, readSettings },
      isRestored: options.restored === true,
    })
    if (gateway !== undefined) {
      held?.release()
      delaySeconds = settings.configuration.stop.delaySeconds
      // What came of it is logged.
      onReload = () => void gateway.reload().catch(() => undefined)
      await announce(terminal, gateway, settings, options)
      manager.ready(serving(gateway))
      await untilAborted(signal)
      const begins = delaySeconds > 0 ? `Not ready any more; stopping in ${delaySeconds} s.` : 'Stopping.'
      createOutput(terminal, options.json).note(`${begins} (Again to stop at once.)`)
      if (options.readyFile !== undefined) await removeReadyFile(options.readyFile)
      await gateway.stop(faults.signal)
    }
    const fault = faults.reason()
    if (fault !== undefined) throw options.json ? withStack(fault) : fault
  } finally {
    stayOn()
    manager.close()
    warnings.dispose()
    faults.dispose()
    signals.dispose()
  }
}

/** Adds the stack, because the log with the stack may have been held back. */
function withStack(fault: CommandError): CommandError {
  const { code, message, cause } = fault
  return cause instanceof Error ? new CommandError(code, message, { cause, details: { stack: cause.stack } }) : fault
}

/** Resolves with undefined when the process was told to stop before the gateway had started. */
async function start(settings: Settings, options: GatewayOptions): Promise<Gateway | undefined> {
  try {
    return await startGateway(settings, options)
  } catch (error) {
    if (options.signal.aborted) return undefined
    throw isPortInUse(error) ? portInUse(error as Error) : error
  }
}

async function announce(
  terminal: Terminal,
  gateway: Gateway,
  { dataDir }: Settings,
  options: StartOptions,
): Promise<void> {
  const { addresses, httpServer, demo, portal } = gateway
  const result = { ...addresses, httpServer, pid: process.pid, ...(demo && { demo }), ...(portal && { portal }) }
  createOutput(terminal, options.json).result(result, formatBanner(gateway, dataDir.path))
  // Last, because a program that waits for this file may then read what was printed.
  if (options.readyFile !== undefined) await writeReadyFile(options.readyFile, addresses)
}

function serving({ addresses: { http, admin } }: Gateway): string {
  return `Serving${http === null ? '' : ` on ${http}`}; health on ${admin}`
}

function untilAborted(signal: AbortSignal): Promise<void> {
  // Nothing else may keep the process alive (on a node without listeners, for example).
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
  const remedy = `Any free port: ${wanted}. The addresses are then shown, and written to the --ready-file.`
  return new CommandError('port-in-use', `${cause.message}.\n${remedy}`, { cause })
}
