import { freeClaims } from './notify/sessions/push-statements.ts'
import { freeWebhooks } from './notify/webhooks/webhook-batches.ts'
import { freeBatches } from './outbound/batches/batch-statements.ts'
import type { EndedOwner, OwnedTable } from './ownership/owned-table.ts'

const leasesOf = (owners: readonly EndedOwner[]) => owners.map(({ lease }) => lease)

/** All tables whose rows bear an owner; what a dead node owned is freed in each of them. */
export const OWNED_TABLES: readonly OwnedTable[] = [
  { name: 'batch', free: (tx, owners) => freeBatches(tx, leasesOf(owners)) },
  { name: 'webhook_batch', free: (tx, owners) => freeWebhooks(tx, leasesOf(owners)) },
  {
    name: 'push',
    free: (tx, owners) =>
      freeClaims(
        tx,
        owners.map((owner) => owner.node_id),
      ),
  },
]
