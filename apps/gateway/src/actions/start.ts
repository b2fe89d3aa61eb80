import { CommandError } from '../command-error.ts'
import type { CommonOptions } from '../common-options.ts'
import { explainStartFailure } from '../explain-start-failure.ts'
import { openPublicFront } from '../front.ts'
import { type RunningGateway, startGateway } from '../gateway.ts'
import { limitHeapGrowth } from '../heap-growth.ts'
import { createHeldLog } from '../held-log.ts'
import { removeReadyFile } from '../ready-file.ts'
import { type OpenOptions, runProcess } from '../run-process.ts'
import { loadSettings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'
import { watchPackages } from '../watch/watch-packages.ts'
import { isWorker, runWorker } from '../workers/run-worker.ts'
import { startWorkers } from '../workers/start-workers.ts'

export interface StartOptions extends CommonOptions {
  readonly readyFile?: string
  readonly restored?: boolean
  readonly workers?: string
  readonly watch: readonly string[]
}

export async function runStart(terminal: Terminal, options: StartOptions): Promise<void> {
  const { json, readyFile, restored: isRestored = false } = options
  const readSettings = () => loadSettings(options)
  if (isWorker()) return runWorker(readSettings, isRestored)
  const settings = await readSettings()
  const { dataDir } = settings
  if (readyFile !== undefined) await removeReadyFile(readyFile)
  // With --json, a start that fails prints nothing but its error.
  const held = json ? createHeldLog() : undefined
  const watch = options.watch.length === 0 ? undefined : watchPackages(options.watch)
  const alone = async (opening: OpenOptions) => {
    const takesOtherCode = watch !== undefined
    const gateway = await startGateway(settings, { ...opening, readSettings, isRestored, takesOtherCode })
    return watch?.follow(gateway, opening.logger) ?? gateway
  }
  const several = (opening: OpenOptions) => startWorkers(settings, { ...opening, holdsLog: json })
  const isAlone = settings.configuration.node.workers === 1
  if (watch !== undefined && !isAlone) throw new CommandError('usage', '--watch works in one process: node.workers=1.')
  if (isAlone) limitHeapGrowth()
  await runProcess<RunningGateway>(settings, {
    held,
    modules: watch?.modules,
    openFront: (logger) => openPublicFront({ terminal, json, readyFile, dataDir, held, logger }),
    open: (opening) => explained(isAlone ? alone(opening) : several(opening)),
  })
}

async function explained<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    throw explainStartFailure(error)
  }
}
