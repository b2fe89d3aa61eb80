import { type Instance, type InstancePart, linksOf } from './instance.ts'
import { type ReloadOutcome, toFailure } from './reload.ts'
import { createAnew, type RenewOptions, startAnew } from './renew.ts'
import type { PlannedInstance } from './resolve.ts'
import { closeLinks, stopInstance } from './stop.ts'

/** An instance whose package has other code now. */
export interface Replacement {
  readonly instance: Instance
  readonly next: PlannedInstance
}

export interface ReplaceOptions extends RenewOptions {
  /** Throws when the routes of the instance cannot be served beside those of the others. */
  readonly fits: (next: Instance) => void
  /** Called when an instance has taken the place of another, in the same turn of the event loop. */
  readonly onReplaced: () => void
}

/** The instances that have other code now: their packages were imported as other modules. */
export function findReplacements(
  instances: readonly Instance[],
  plan: readonly PlannedInstance[],
): readonly Replacement[] {
  return instances.flatMap((instance) => {
    const next = plan.find(({ id }) => id === instance.id)
    if (next === undefined || next.entry.use !== instance.planned.entry.use) return []
    return next.module === instance.planned.module ? [] : [{ instance, next }]
  })
}

/**
 * Creates instances again from other code, one after another. While one changes places, its requests are refused as if
 * it were out of service and its links are down; everything else goes on. One that does not fit changes nothing, and
 * for one that cannot start the code before is started again.
 */
export async function replaceInstances(
  replacements: readonly Replacement[],
  options: ReplaceOptions,
): Promise<ReloadOutcome> {
  const applied: string[] = []
  const failed: ReturnType<typeof toFailure>[] = []
  for (const replacement of replacements) {
    const path = `instances.${replacement.instance.id}`
    try {
      await replaceOne(replacement, options)
      applied.push(path)
    } catch (error) {
      failed.push(toFailure(path, error))
    }
  }
  return { applied, restart: [], failed }
}

async function replaceOne({ instance, next: planned }: Replacement, options: ReplaceOptions): Promise<void> {
  const next = createAnew(instance, planned, options)
  refuseOthersParts(instance.part, next.part)
  options.fits(next)
  await takeDown(instance, options)
  try {
    await startAnew(instance, next, options)
  } catch (error) {
    await startAnew(instance, createAnew(instance, instance.planned, options), options)
    throw error
  } finally {
    options.onReplaced()
  }
}

/** What others hold of a plugin has to stay what it is. */
function refuseOthersParts(before: InstancePart, after: InstancePart): void {
  if (before.kind !== after.kind) throw new Error(`It is no ${before.kind} any more: restart the gateway.`)
  if (servicesOf(before) + servicesOf(after) !== '') throw new Error('It provides services: restart the gateway.')
  if (describeLinks(before) !== describeLinks(after)) throw new Error('It has other links now: restart the gateway.')
}

function servicesOf(part: InstancePart): string {
  return part.kind === 'plugin' ? (part.plugin.provides ?? []).map(({ token }) => token.id).join(' ') : ''
}

/** Those that not every link has. */
const LINK_METHODS = ['open', 'close', 'status', 'lastPdus'] as const

function describeLinks(part: InstancePart): string {
  return linksOf(part)
    .map((link) => [link.name, ...LINK_METHODS.filter((method) => link[method] !== undefined)].join(' '))
    .join('\n')
}

/** Takes an instance out of service until another is in its place. One that is out already has stopped. */
async function takeDown(instance: Instance, { clock, logger, stopDeadlineMs: deadlineMs }: RenewOptions) {
  const { guard, state } = instance
  if (state === 'out') return
  instance.state = 'out'
  instance.failure = 'its code is being exchanged'
  guard.takeOut()
  await closeLinks(instance, { clock, logger, deadlineMs })
  await stopInstance(instance, { clock, logger, deadlineMs })
  guard.silence()
}
