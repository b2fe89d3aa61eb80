import { describeOlderNode, type OlderNode } from '@heliograph/engine'
import { type Finding, good } from './finding.ts'

/** A migration that a database lacks. */
interface Pending {
  readonly step: 'before' | 'after'
}

/** Whether a database has what this release runs with. */
export function hasFirstStep(pending: readonly Pending[]): boolean {
  return pending.every(({ step }) => step === 'after')
}

/**
 * Judges what is still to be applied.
 *
 * @param olderNodes the living nodes for which the second step waits
 */
export function judgeMigrations(pending: readonly Pending[], olderNodes: readonly OlderNode[]): Finding {
  if (pending.length === 0) return good('migrations', 'the database has the schema of this release')
  const first = pending.filter(({ step }) => step === 'before').length
  if (first > 0) return good('migrations', `${first} to apply; the next start does it, or: heliograph migrate`)
  if (olderNodes.length === 0) return good('migrations', 'the second step is to be done: heliograph migrate --after')
  return good('migrations', `the second step is waiting for ${olderNodes.map(describeOlderNode).join(', ')}`)
}
