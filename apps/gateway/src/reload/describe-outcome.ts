import type { Logger } from '@heliograph/contracts'
import type { ReloadOutcome } from '@heliograph/runtime'
import { describeError } from '../report-error.ts'

/** What a reload has come to, in lines for people. */
export function describeOutcome({ applied, restart, failed }: ReloadOutcome): readonly string[] {
  const lines = [
    ...(applied.length > 0 ? [`In effect: ${applied.join(', ')}`] : []),
    ...(restart.length > 0 ? [`Changed, needs a restart: ${restart.join(', ')}`] : []),
    ...failed.map(({ path, message }) => `Cannot be used, stays as it was: ${path}: ${message}`),
  ]
  return lines.length > 0 ? lines : ['Nothing has changed.']
}

/** Logs what a reload has come to, with as much emphasis as it needs. */
export function logOutcome(logger: Logger, outcome: ReloadOutcome): void {
  const { applied, restart, failed } = outcome
  const level = failed.length > 0 ? 'error' : restart.length > 0 ? 'warn' : 'info'
  logger[level]({ applied, restart, failed }, `Reloaded. ${describeOutcome(outcome).join('. ')}`)
}

/** Logs that nothing has changed, because something is wrong with the configuration. */
export function logRefusal(logger: Logger, error: unknown): void {
  const { code, message, details } = describeError(error)
  logger.error({ code, details }, `Not reloaded, nothing has changed: ${message}`)
}
