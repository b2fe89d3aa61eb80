import { type Logger, systemClock } from '@heliograph/contracts'
import { createRouter, formatAdminError, type Router } from '@heliograph/http'
import {
  type AdminGuardOptions,
  adminListener,
  createMetricsRegistry,
  guardRoutes,
  type OpenListener,
  openListener,
  requireFreeListeners,
} from '@heliograph/runtime'
import { resolveAdminToken } from '../admin-token.ts'
import type { RunningGateway } from '../gateway.ts'
import { nodeNames } from '../node-names.ts'
import type { OpenOptions } from '../run-process.ts'
import type { Settings } from '../settings.ts'
import { Crew } from './crew.ts'
import { createCrewRoutes } from './crew-routes.ts'
import { noteEndedWorker } from './ended-workers.ts'
import { forkWorker } from './worker-process.ts'

export interface WorkersOptions extends Pick<OpenOptions, 'logger' | 'signal' | 'onWait'> {
  /** Whether the log of each waits until all serve. */
  readonly holdsLog: boolean
}

/**
 * Starts the workers of a gateway and supervises them. This process works on no message: it holds the admin port and
 * the ports of interfaces with sockets of their own, so that a worker that ends closes none of them.
 */
export async function startWorkers(settings: Settings, options: WorkersOptions): Promise<RunningGateway> {
  const { logger, signal } = options
  const { node } = settings.configuration
  await requireFreeListeners(settings.configuration)
  const metrics = createMetricsRegistry({ processMetrics: false })
  const guard = await guardOf(settings)
  let admin: OpenListener | undefined
  const crew = new Crew({
    ...options,
    names: nodeNames(node.name, node.workers),
    adminUrl: () => admin?.address.url ?? '',
    fork: forkWorker,
    clock: systemClock,
    metrics: metrics.forInstance('gateway'),
    onEnd: createEndNotes(settings, logger),
  })
  const { own, others } = createCrewRoutes(crew, metrics)
  const mount = { instanceId: 'admin', routes: [...guardRoutes(own, guard), ...others], formatError: formatAdminError }
  admin = await openAdmin(settings, createRouter([mount], { logger }), logger)
  const killAll = (): void => crew.kill()
  process.on('exit', killAll)
  const close = async (): Promise<void> => {
    process.off('exit', killAll)
    await admin?.close(0)
  }
  try {
    const { addresses, httpServer, demo, portal, examples } = await crew.start(signal)
    return {
      addresses,
      httpServer,
      demo,
      portal,
      examples,
      reload: async () => crew.reload(),
      // No code of instances runs here.
      takeFault: () => false,
      stop: (hurry = new AbortController().signal) => crew.stop(hurry).finally(close),
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function guardOf(settings: Settings): Promise<AdminGuardOptions> {
  const { host, hosts } = settings.configuration.admin
  return { token: await resolveAdminToken(settings), hosts: [host, ...hosts] }
}

function openAdmin({ configuration }: Settings, router: Router, logger: Logger): Promise<OpenListener> {
  const { admin, baseDir } = configuration
  return openListener('admin', adminListener(admin), router, { baseDir, logger })
}

/** Notes ends of workers in the data folder, one after the other, where `doctor` finds them. */
function createEndNotes({ dataDir }: Settings, logger: Logger): (worker: string, reason: string) => void {
  let last = Promise.resolve()
  return (worker, reason) => {
    const at = new Date(systemClock.now()).toISOString()
    last = last
      .then(() => noteEndedWorker(dataDir, { worker, at, reason }))
      .catch((error: unknown) => logger.warn({ err: error }, 'the exit of a worker could not be recorded for doctor'))
  }
}
