import type { Logger } from '@heliograph/contracts'
import type { ListenerAddress } from '../listeners/open-listener.ts'
import type { InstanceFailure } from './failure.ts'
import { describeModule, type Instance } from './instance.ts'

/** Writes one log line on what runs where and how long each part took to start. */
export function logBootTree(
  logger: Logger,
  instances: readonly Instance[],
  failures: readonly InstanceFailure[],
  listeners: ReadonlyMap<string, ListenerAddress>,
  bootMs: number,
): void {
  const tree = {
    listeners: Object.fromEntries(
      [...listeners].map(([name, { url, serverText }]) => [name, `${url} by ${serverText}`]),
    ),
    instances: Object.fromEntries([
      ...instances.map((instance) => [instance.id, describeInstance(instance)] as const),
      ...failures.map(({ id, problem }) => [id, `failed: ${problem.message}`] as const),
    ]),
    bootMs: Math.round(bootMs),
  }
  logger.info(tree, 'Gateway is running')
}

function describeInstance({ planned, state, createMs, startMs }: Instance): string {
  const times = startMs === undefined ? `created in ${round(createMs)} ms` : `up in ${round(createMs + startMs)} ms`
  return `${describeModule(planned.module)}, ${state}, ${times}`
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
