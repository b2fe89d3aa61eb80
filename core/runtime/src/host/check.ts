import type { CheckFinding, Clock } from '@heliograph/contracts'
import { withDeadline } from './deadline.ts'
import { type Instance, lifecycleOf } from './instance.ts'

/** What an instance found when it tried what it needs. */
export interface InstanceFinding extends CheckFinding {
  readonly instance: string
}

/** Longer than the wait for a connection to a peer that does not answer. */
const CHECK_DEADLINE_MS = 15_000

const FAULT = 'This is a bug in the package: report it to its author.'

/**
 * Makes every instance try what it needs, all at once. Never rejects: a check that throws or takes too long is itself a
 * finding.
 */
export async function checkInstances(
  instances: readonly Instance[],
  clock: Clock,
): Promise<readonly InstanceFinding[]> {
  return (await Promise.all(instances.map((instance) => checkInstance(instance, clock)))).flat()
}

async function checkInstance({ id, part }: Instance, clock: Clock): Promise<readonly InstanceFinding[]> {
  const module = lifecycleOf(part)
  let findings: readonly CheckFinding[] = []
  try {
    await withDeadline({ clock, deadlineMs: CHECK_DEADLINE_MS }, async (signal) => {
      findings = (await module.check?.(signal)) ?? []
    })
  } catch (error) {
    const message = `The check failed: ${error instanceof Error ? error.message : error}`
    findings = [{ name: 'check', ok: false, message, remedy: FAULT }]
  }
  return findings.map((finding) => ({ ...finding, instance: id }))
}
