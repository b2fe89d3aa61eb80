import cluster from 'node:cluster'
import { explainStartFailure } from '../explain-start-failure.ts'
import type { Front } from '../front.ts'
import { type Gateway, startGateway } from '../gateway.ts'
import { limitHeapGrowth } from '../heap-growth.ts'
import { createHeldLog } from '../held-log.ts'
import { withoutSecrets } from '../known-secrets.ts'
import { describeError } from '../report-error.ts'
import { runProcess } from '../run-process.ts'
import type { Settings } from '../settings.ts'
import { asWorker } from './as-worker.ts'
import { SupervisorLine } from './supervisor-line.ts'

/** Whether this process was started as one of several by `startWorkers`. */
export function isWorker(): boolean {
  return cluster.isWorker
}

/**
 * Serves as one of several processes, until the supervisor says that it is to stop or is gone. Why it fails is told to
 * the supervisor.
 *
 * @param readSettings those of the deployment
 */
export async function runWorker(readSettings: () => Promise<Settings>, isRestored: boolean): Promise<void> {
  limitHeapGrowth()
  const line = new SupervisorLine()
  const order = await line.order
  const readOwn = async () => asWorker(await readSettings(), order)
  const held = order.holdsLog ? createHeldLog() : undefined
  void line.logReleased.then(() => held?.release())
  try {
    const settings = await readOwn()
    await runProcess<Gateway>(settings, {
      held,
      logFields: { worker: order.name },
      reported: line.reported,
      hurried: line.hurried,
      openFront: () => openFront(line),
      open(options) {
        const admission = { worker: order, isRestored: isRestored && order.isFirst }
        return startGateway(settings, { ...options, ...admission, readSettings: readOwn })
      },
    })
  } catch (error) {
    await line.tell(failed(explainStartFailure(error)))
    process.exit(1)
  } finally {
    line.close()
  }
}

/** A worker tells its supervisor how far it is, who tells everybody else. */
function openFront(line: SupervisorLine): Front<Gateway> {
  return {
    waiting: (reason) => void line.tell({ kind: 'waiting', reason }),
    async ready(gateway) {
      const { addresses, httpServer, demo, portal, examples, ports } = gateway
      line.serve(gateway)
      await line.tell({ kind: 'ready', gateway: { addresses, httpServer, demo, portal, examples, ports } })
    },
    stopping: () => undefined,
    leaving: () => Promise.resolve(),
    cutOff: (reason) => void line.tell(failed(reason)),
    close: () => undefined,
  }
}

function failed(error: unknown) {
  return { kind: 'failed', error: withoutSecrets(describeError(error)) } as const
}
