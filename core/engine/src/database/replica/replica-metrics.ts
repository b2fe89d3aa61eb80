import type { Metrics } from '@heliograph/contracts'
import { READ_OUTCOMES } from './reads.ts'
import type { Replica } from './replica.ts'

/** Shows whether the replica answers reads, and how far it is behind. */
export function showReplica({ watch, counts }: Pick<Replica, 'watch' | 'counts'>, metrics: Metrics): void {
  metrics
    .gauge('replica_near', '1 while the replica has what reads must see within 300 ms, so that it answers them')
    .collect(() => (watch.standing === 'near' ? 1 : 0))
  metrics
    .gauge('replica_lag_seconds', 'How long ago what the replica lacks was committed on the primary')
    .collect(() => watch.lagMs / 1000)
  const steps = metrics.counter(
    'replica_reads',
    'Steps of reads that the replica answered, or the primary as it was not near or gave the step up',
    ['outcome'],
  )
  for (const outcome of READ_OUTCOMES) steps.collect(() => counts[outcome], { outcome })
}
