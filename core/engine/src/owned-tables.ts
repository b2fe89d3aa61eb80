import { INCOMING_WORK } from './inbound/incoming-work.ts'
import { UPLOADS } from './intake/uploads/due-uploads.ts'
import { EVENTS } from './notify/events/event-statements.ts'
import { PUSHES } from './notify/sessions/push-statements.ts'
import { WEBHOOK_BATCHES } from './notify/webhooks/webhook-batches.ts'
import { BATCHES } from './outbound/batches/batch-statements.ts'
import type { OwnedTable } from './ownership/owned-table.ts'

/** All tables whose rows bear an owner; what a node owned that has ended is freed in each of them. */
export const OWNED_TABLES: readonly OwnedTable[] = [BATCHES, WEBHOOK_BATCHES, PUSHES, EVENTS, INCOMING_WORK, UPLOADS]
