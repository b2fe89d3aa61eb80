import { type Logger, systemClock } from '@heliograph/contracts'
import { createLogger, wantsPrettyLog } from '@heliograph/runtime'
import { CommandError } from './command-error.ts'
import { findFaultOwners, isOwnFault, ownFolders } from './fault-owner.ts'
import { watchForFaults } from './fault-watch.ts'
import type { Front } from './front.ts'
import type { RunningGateway, StartOptions } from './gateway.ts'
import type { HeldLog } from './held-log.ts'
import { createModuleLoader, type ModuleLoaderOptions } from './import-module.ts'
import type { Settings } from './settings.ts'
import { listenForStop } from './stop-signals.ts'
import { CUT_OFF_MS } from './stop-times.ts'
import { watchForWarnings } from './warning-watch.ts'

/** What differs between processes: one that serves alone, a worker, and the supervisor of workers. */
export interface ProcessRun<G extends RunningGateway> {
  open(options: OpenOptions): Promise<G>
  openFront(logger: Logger): Front<G>
  /** Fields of every line of the log. */
  readonly logFields?: Readonly<Record<string, string>>
  /** Takes the lines of the log until it is clear whether they are wanted. */
  readonly held: HeldLog | undefined
  /** The packages whose code may change. Default: none. */
  readonly modules?: ModuleLoaderOptions['modules']
  /** Asks the process to stop, as signals do. */
  readonly reported?: AbortSignal
  /** Ends the delay of a stop, as faults do. */
  readonly hurried?: AbortSignal
}

export type OpenOptions = Pick<StartOptions, 'logger' | 'importModule' | 'signal' | 'onFatal'> &
  Required<Pick<StartOptions, 'onWait'>>

/** Serves until the process is told to stop or has a fault, and stops. Throws when it cannot start, and for a fault. */
export async function runProcess<G extends RunningGateway>(settings: Settings, run: ProcessRun<G>): Promise<void> {
  const { log, secrets, instances, baseDir } = settings.configuration
  const { held, logFields } = run
  const pretty = wantsPrettyLog(log.format, process.stderr.isTTY)
  const logger = createLogger({ level: log.level, pretty, secrets, destination: held, fields: logFields })
  const { importModule, folders } = createModuleLoader(baseDir, { modules: run.modules })
  let onReload = (): void => logger.warn({}, 'The configuration is not read again: the gateway has not started yet')
  const signals = listenForStop({ onReload: () => onReload() })
  const ownersOf = (thrown: unknown) => findFaultOwners(thrown, instances, folders)
  let takeFault: RunningGateway['takeFault'] = () => false
  const own = ownFolders()
  const faults = watchForFaults(
    logger,
    ownersOf,
    (thrown, owners) => !isOwnFault(thrown, owners, own) && takeFault(thrown, owners),
  )
  const warnings = watchForWarnings(logger, ownersOf)
  const signal = anyOf(signals.signal, faults.signal, run.reported)
  const front = run.openFront(logger)
  const leave = (reason: string): never => {
    logger.error({ reason }, 'this process cannot safely continue')
    front.cutOff(faults.reason() ?? new CommandError('fatal', reason))
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
  signal.addEventListener('abort', () => front.stopping(), { once: true })
  const onWait = (reason: string): void => front.waiting(reason)
  try {
    const gateway = await unlessStopped(signal, run.open({ logger, importModule, signal, onWait, onFatal: leave }))
    if (gateway !== undefined) {
      delaySeconds = settings.configuration.stop.delaySeconds
      takeFault = gateway.takeFault
      // What came of it is logged.
      onReload = () => void gateway.reload().catch(() => undefined)
      await front.ready(gateway)
      await untilAborted(signal)
      await front.leaving(delaySeconds)
      await gateway.stop(anyOf(faults.signal, run.hurried))
    }
    const fault = faults.reason()
    if (fault !== undefined) throw held === undefined ? fault : withStack(fault)
  } finally {
    stayOn()
    front.close()
    warnings.dispose()
    faults.dispose()
    signals.dispose()
  }
}

function anyOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined))
}

/** Adds the stack, because the log with the stack may have been held back. */
function withStack(fault: CommandError): CommandError {
  const { code, message, cause } = fault
  return cause instanceof Error ? new CommandError(code, message, { cause, details: { stack: cause.stack } }) : fault
}

/** Resolves with undefined when the process was told to stop before the gateway had started. */
async function unlessStopped<G>(signal: AbortSignal, opening: Promise<G>): Promise<G | undefined> {
  try {
    return await opening
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  }
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
