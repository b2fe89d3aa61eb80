import { type Logger, systemClock } from '@heliograph/contracts'
import { formatBanner } from './banner.ts'
import type { RunningGateway } from './gateway.ts'
import type { HeldLog } from './held-log.ts'
import { createOutput } from './output.ts'
import { removeReadyFile, writeReadyFile } from './ready-file.ts'
import { reportError } from './report-error.ts'
import { findServiceManager } from './service-manager.ts'
import type { Settings } from './settings.ts'
import type { Terminal } from './terminal.ts'

/** Where a process of the gateway tells how far it is. */
export interface Front<G = RunningGateway> {
  /** It waits for the database. */
  waiting(reason: string): void
  /** Everything listens. */
  ready(gateway: G): Promise<void>
  /** It was told to stop. */
  stopping(): void
  /** The stop begins after this long. */
  leaving(delaySeconds: number): Promise<void>
  /** It ends now, whatever is still open. */
  cutOff(reason: unknown): void
  close(): void
}

export interface PublicFrontOptions {
  readonly terminal: Terminal
  readonly json: boolean
  readonly readyFile: string | undefined
  readonly dataDir: Settings['dataDir']
  /** The log, if it waits until everything listens. */
  readonly held: HeldLog | undefined
  readonly logger: Logger
}

/** The front of a gateway: its terminal, its ready file and the service manager. */
export function openPublicFront(options: PublicFrontOptions): Front {
  const { terminal, json, readyFile, dataDir, held, logger } = options
  const output = createOutput(terminal, json)
  const manager = findServiceManager(process.env, systemClock, logger)
  return {
    waiting: (reason) => manager.status(`Waiting for the database: ${reason}`),
    async ready(gateway) {
      held?.release()
      const { addresses, httpServer, demo, portal } = gateway
      const result = { ...addresses, httpServer, pid: process.pid, ...(demo && { demo }), ...(portal && { portal }) }
      output.result(result, formatBanner(gateway, dataDir.path))
      // Last, because a program that waits for this file may then read what was printed.
      if (readyFile !== undefined) await writeReadyFile(readyFile, addresses)
      manager.ready(serving(gateway))
    },
    stopping: () => manager.stopping(),
    async leaving(delaySeconds) {
      const begins = delaySeconds > 0 ? `Not ready any more; stopping in ${delaySeconds} s.` : 'Stopping.'
      output.note(`${begins} (Again to stop at once.)`)
      if (readyFile !== undefined) await removeReadyFile(readyFile)
    },
    cutOff(reason) {
      // The log lines held so far are dropped, so the error is printed here.
      if (json) reportError(terminal, reason, true)
    },
    close: () => manager.close(),
  }
}

function serving({ addresses: { http, admin } }: RunningGateway): string {
  return `Serving${http === null ? '' : ` on ${http}`}; health on ${admin}`
}
