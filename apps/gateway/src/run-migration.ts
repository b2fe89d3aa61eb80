import type { Clock } from '@heliograph/contracts'
import { type AppliedOwn, describeOlderNode, type MigrationOutcome } from '@heliograph/engine'
import { CommandError } from './command-error.ts'
import type { Output } from './output.ts'
import { waitAlive } from './time-limit.ts'

/** How often nodes of earlier releases are looked for. */
const LOOK_MS = 2_000

export interface MigrationRun {
  /** Does what is possible now. */
  readonly migrate: () => Promise<MigrationOutcome>
  /** Does the same for tables of instances, once that is done. */
  readonly migrateSchemas: () => Promise<readonly AppliedOwn[]>
  readonly output: Output
  readonly clock: Clock
  /** Ends the wait. */
  readonly signal: AbortSignal
  /** Whether the second step that has to wait is an error. */
  readonly mustEnd: boolean
  /** Whether to wait for nodes of earlier releases. */
  readonly waits: boolean
}

/** Migrates and tells what came of it. `version` is the last migration of this release. */
export async function runMigration(run: MigrationRun, version: number): Promise<void> {
  const outcome = run.waits ? await repeatUntilDone(run) : await run.migrate()
  const waiting = outcome.waiting.map(({ version: number, name }) => ({ version: number, name }))
  const { olderNodes } = outcome
  const instances = await run.migrateSchemas()
  if (waiting.length > 0 && run.mustEnd) throw notYet(outcome)
  const lines =
    waiting.length === 0
      ? [`The database is at migration ${version}.`]
      : ['The first step is done.', `${waitingText(outcome)} Then run: heliograph migrate --after`]
  const own = instances.map(({ instance, version, name }) => `Tables of ${instance}: migration ${version} (${name}).`)
  run.output.result({ version, waiting, olderNodes, instances }, [...lines, ...own])
}

/** Repeats the migration until nothing waits any more, or the process is told to stop. */
async function repeatUntilDone({ migrate, output, clock, signal }: MigrationRun): Promise<MigrationOutcome> {
  let reported = ''
  for (;;) {
    const outcome = await migrate()
    if (outcome.waiting.length === 0 || signal.aborted) return outcome
    const text = waitingText(outcome)
    if (text !== reported) output.note(text)
    reported = text
    await waitAlive(clock, LOOK_MS, signal)
  }
}

function waitingText({ olderNodes }: MigrationOutcome): string {
  return `The second step is waiting for ${olderNodes.map(describeOlderNode).join(', ')}.`
}

function notYet(outcome: MigrationOutcome): CommandError {
  const remedy = 'Stop what is older or put this release in its place, then run this again; --wait waits for that.'
  return new CommandError('older-nodes', `${waitingText(outcome)} ${remedy}`, { details: outcome.olderNodes })
}
