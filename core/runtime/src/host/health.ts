import { type Clock, type Health, settleWithin } from '@heliograph/contracts'
import type { InstanceFailure } from './failure.ts'
import { type Instance, lifecycleOf } from './instance.ts'

/** Something besides the instances on which the gateway depends: the database, say. */
export interface HealthCheck {
  readonly name: string
  /** Whether the gateway is ready without it. */
  readonly optional?: boolean
  check(): Health | Promise<Health>
}

/** The health of the gateway and of each of its parts. */
export interface HostHealth {
  /** `down`: not ready for requests. `degraded`: something is limited, or one that requests do not need is down. */
  readonly status: Health['status']
  readonly phase: HostPhase
  /** Why the phase alone makes it not ready; absent while the gateway runs. */
  readonly reason?: string
  readonly instances: Readonly<Record<string, Health>>
  readonly checks: Readonly<Record<string, Health>>
}

export type HostPhase = 'created' | 'starting' | 'running' | 'leaving' | 'stopping' | 'stopped'

/** What the phases in which no requests should come mean, for operators. */
const NOT_READY: Readonly<Record<Exclude<HostPhase, 'running'>, string>> = {
  created: 'The gateway has not started.',
  starting: 'The gateway starts: not everything is open yet.',
  leaving: 'The gateway was told to stop and its ports close soon: send requests elsewhere.',
  stopping: 'The gateway stops: its ports are closed.',
  stopped: 'The gateway has stopped.',
}

/** The parts whose health is checked. */
export interface HealthParts {
  readonly instances: readonly Instance[]
  /** Optional instances that are not among them. */
  readonly failures: readonly InstanceFailure[]
  readonly checks: readonly HealthCheck[]
}

/** Longer than any check of a working part takes; readiness is answered within a second. */
const CHECK_DEADLINE_MS = 900

/**
 * Asks every part. A check that throws or does not answer in time counts as down; instances that this node does not run
 * are left out. Reasons may quote driver errors, which quote connection strings, so `redact` removes the secrets.
 */
export async function collectHealth(
  phase: HostPhase,
  { instances, failures, checks }: HealthParts,
  clock: Clock,
  redact: (text: string) => string,
): Promise<HostHealth> {
  const clean = (health: Health): Health =>
    health.reason === undefined ? health : { ...health, reason: redact(String(health.reason)) }
  const running = instances.filter((instance) => instance.state !== 'idle')
  const ofInstances = running.map((instance) => [instance.id, clean(instanceHealth(instance))] as const)
  const ofFailures = failures.map(
    ({ id, problem }) => [id, clean({ status: 'down', reason: problem.message })] as const,
  )
  const ofChecks = await Promise.all(
    checks.map(async (check) => [check.name, clean(await runCheck(check, clock))] as const),
  )
  const required = running.flatMap((instance, index) => (isDecisive(instance) ? [ofInstances[index]?.[1]] : []))
  const decisive = [...required, ...ofChecks.flatMap(([, health], index) => (checks[index]?.optional ? [] : [health]))]
  const all = [...ofInstances, ...ofFailures, ...ofChecks].map(([, health]) => health)
  const isDown = phase !== 'running' || decisive.some((health) => health?.status === 'down')
  const isLimited = all.some((health) => health.status !== 'ok')
  return {
    status: isDown ? 'down' : isLimited ? 'degraded' : 'ok',
    phase,
    ...(phase !== 'running' && { reason: NOT_READY[phase] }),
    instances: Object.fromEntries([...ofInstances, ...ofFailures]),
    checks: Object.fromEntries(ofChecks),
  }
}

/**
 * Whether no requests should come while an instance is down. Not so for a plugin that runs: when no link of a carrier
 * is up, what is accepted waits, and a balancer that takes out all nodes for it would turn an outage of the network
 * into one of the gateway. Nor for an instance that was taken out after faults, since the others go on.
 */
function isDecisive({ planned, part, state }: Instance): boolean {
  return !planned.optional && state !== 'out' && (part.kind === 'adapter' || state !== 'started')
}

function instanceHealth(instance: Instance): Health {
  if (instance.state === 'failed' || instance.state === 'out') return { status: 'down', reason: instance.failure }
  if (instance.state !== 'started') return { status: 'down', reason: instance.state }
  try {
    return lifecycleOf(instance.part).health?.() ?? { status: 'ok' }
  } catch (error) {
    return { status: 'down', reason: `health failed: ${error instanceof Error ? error.message : error}` }
  }
}

async function runCheck(check: HealthCheck, clock: Clock): Promise<Health> {
  const late = () => new Error(`no answer within ${CHECK_DEADLINE_MS / 1000} s`)
  try {
    return await settleWithin(clock, CHECK_DEADLINE_MS, (async () => check.check())(), late)
  } catch (error) {
    return { status: 'down', reason: error instanceof Error ? error.message : String(error) }
  }
}
