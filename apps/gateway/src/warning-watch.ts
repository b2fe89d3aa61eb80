import type { Logger } from '@heliograph/contracts'
import { ownerFields } from './fault-owner.ts'

export interface WarningWatch {
  dispose(): void
}

/**
 * Logs the warnings of Node, and those that modules emit through it (`process.emitWarning`: deprecations, experimental
 * features, listeners that pile up), with the instance they come from. Until disposed, it keeps Node from printing them
 * between the lines of the log.
 */
export function watchForWarnings(logger: Logger, ownersOf: (warning: unknown) => readonly string[]): WarningWatch {
  // These include Node's own listener.
  const others = process.listeners('warning')
  const log = (warning: Error): void => {
    logger.warn({ ...ownerFields(ownersOf(warning)), err: warning }, `${warning.name}: ${warning.message}`)
  }
  for (const listener of others) process.off('warning', listener)
  process.on('warning', log)
  return {
    dispose() {
      process.off('warning', log)
      for (const listener of others) process.on('warning', listener)
    },
  }
}
