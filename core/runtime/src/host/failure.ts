import type { ConfigurationProblem } from '@heliograph/config'
import type { Logger } from '@heliograph/contracts'
import type { InstanceConfiguration } from '../config/instance-configuration.ts'
import { wholeStack } from './stack.ts'

/** An instance that is not available, and why. */
export interface InstanceFailure {
  readonly id: string
  readonly optional: boolean
  readonly problem: ConfigurationProblem
}

export interface FailureCause {
  /** Key of the instance that the problem is about; empty for the whole entry. */
  readonly key: string
  readonly message: string
  readonly remedy: string
  /** What was thrown; undefined when nothing was. */
  readonly thrown?: unknown
}

/**
 * Records that an instance failed in `phase`. Logs only what is reported nowhere else: every stack, and that the
 * gateway goes on without an optional instance.
 */
export function failInstance(
  entry: InstanceConfiguration,
  phase: 'loaded' | 'created',
  { key, message, remedy, thrown }: FailureCause,
  logger: Logger,
): InstanceFailure {
  const { id, optional } = entry
  if (phase === 'loaded') entry.hideReferences()
  if (optional || thrown !== undefined) {
    const err = thrown === undefined ? {} : { err: thrown }
    logger.error({ instance: id, ...err, reason: message, remedy }, `Instance cannot be ${phase}`)
  }
  const stack = wholeStack(thrown)
  const problem = entry.problem(key, message, remedy)
  return { id, optional, problem: stack === undefined ? problem : { ...problem, stack } }
}

/** The problems of the instances that are not optional. */
export function problemsOf(failures: readonly InstanceFailure[]): readonly ConfigurationProblem[] {
  return failures.flatMap(({ optional, problem }) => (optional ? [] : [problem]))
}
