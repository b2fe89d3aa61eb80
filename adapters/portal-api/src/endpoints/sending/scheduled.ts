import { GatewayError, type Principal, ROLES, type ScheduledBulk } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { futureMoment } from '../../moments.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable, timeSchema } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'

/** Texts looked up at once: a client may have only a few searches under way. */
const LOOK_UPS_AT_ONCE = 8

/** States of messages that no network has: those of a paused bulk stay in them when its time comes. */
const WAITING = ['scheduled', 'queued', 'retrying'] as const

const bulkSchema = Type.Object(
  {
    bulkId: Type.String(),
    sendAt: timeSchema('Earliest time among its messages.'),
    messages: Type.Integer({ description: 'Number of messages that are still scheduled.' }),
    isPaused: Type.Boolean({ description: 'Whether it is paused: it waits until it is resumed, even after `sendAt`.' }),
  },
  { title: 'ScheduledBulk' },
)

const shownBulkSchema = Type.Object(
  {
    ...bulkSchema.properties,
    text: nullable(Type.String(), 'Text of one of its messages.'),
    to: nullable(Type.String(), 'Recipient of that message.'),
    from: nullable(Type.String(), 'Sender of that message.'),
    uploadId: nullable(
      Type.Integer(),
      'Id of its upload. Null for single messages, and for those sent through an API.',
    ),
  },
  { title: 'ShownScheduledBulk' },
)

const listScheduled = defineEndpoint({
  method: 'GET',
  path: '/scheduled',
  id: 'listScheduled',
  summary: 'List scheduled bulks, soonest first',
  roles: ROLES,
  query: Type.Object({
    cursor: numberCursor,
    limit: pageLimit(200, 50),
  }),
  answer: Type.Object(
    { records: Type.Array(shownBulkSchema), next: nullable(Type.Integer()) },
    { title: 'ScheduledBulkList' },
  ),
  errors: ['invalid'],
  async handle({ services }, { principal, query: { cursor = 0, limit = 50 }, request }) {
    const bulks = await services.schedules.list(principal)
    const page = bulks.slice(cursor, cursor + limit)
    const records: Static<typeof shownBulkSchema>[] = []
    const isLimited = (await services.channels.visibleTo(principal)) !== null
    for (let at = 0; at < page.length; at += LOOK_UPS_AT_ONCE) {
      const some = page.slice(at, at + LOOK_UPS_AT_ONCE)
      const [uploads, ...shown] = await Promise.all([
        findUploads(services, principal, some),
        ...some.map((bulk) => show(services, principal, bulk, request.signal)),
      ])
      const seen = shown.filter(({ to }) => !isLimited || to !== null)
      records.push(...seen.map((bulk) => ({ ...bulk, uploadId: uploads.get(bulk.bulkId) ?? null })))
    }
    return { records, next: cursor + limit < bulks.length ? cursor + limit : null }
  },
})

/** The uploads of bulks, by bulk. */
async function findUploads(
  { uploads }: Pick<PortalServices, 'uploads'>,
  principal: Principal,
  bulks: readonly ScheduledBulk[],
): Promise<ReadonlyMap<string, number>> {
  const bulkIds = bulks.map(({ bulkId }) => bulkId)
  const { records } = await uploads.find(principal, { bulkIds, limit: bulkIds.length })
  return new Map(records.map(({ bulkId, uploadId }) => [bulkId, uploadId]))
}

async function show(
  { reports }: Pick<PortalServices, 'reports'>,
  principal: Principal,
  bulk: ScheduledBulk,
  signal: AbortSignal,
): Promise<Omit<Static<typeof shownBulkSchema>, 'uploadId'>> {
  const filter = { bulkId: bulk.bulkId, states: WAITING, limit: 1 }
  const [message] = (await reports.find(principal, filter, { signal })).records
  return { ...format(bulk), text: message?.text ?? null, to: message?.to ?? null, from: message?.from ?? null }
}

const rescheduleBulk = defineEndpoint({
  method: 'PATCH',
  path: '/scheduled/:bulkId',
  id: 'rescheduleBulk',
  summary: 'Reschedule a bulk',
  roles: ROLES,
  params: Type.Object({ bulkId: Type.String() }),
  body: Type.Object({ sendAt: timeSchema('New time, in the future.') }, { additionalProperties: false }),
  answer: bulkSchema,
  errors: ['not-found'],
  act: { action: 'bulk-moved', by: 'anyone', subject: ({ params }) => `bulk ${params.bulkId}` },
  async handle({ services, clock }, { principal, params: { bulkId }, body: { sendAt }, request }) {
    await requireVisible(services, principal, bulkId, request.signal)
    const at = futureMoment(clock, 'sendAt', sendAt)
    return format(await services.schedules.reschedule(principal, bulkId, at))
  },
})

const cancelBulk = defineEndpoint({
  method: 'POST',
  path: '/scheduled/:bulkId/cancel',
  id: 'cancelBulk',
  summary: 'Cancel a scheduled bulk. Its price is refunded',
  roles: ROLES,
  params: Type.Object({ bulkId: Type.String() }),
  errors: ['not-found'],
  act: { action: 'bulk-cancelled', by: 'anyone', subject: ({ params }) => `bulk ${params.bulkId}` },
  async handle({ services }, { principal, params: { bulkId }, request }) {
    await requireVisible(services, principal, bulkId, request.signal)
    await services.schedules.cancel(principal, bulkId)
    return undefined
  },
})

const BULK_ACTS = { pause: 'bulk-paused', resume: 'bulk-resumed' } as const

/** Builds an endpoint that pauses or resumes a bulk. */
function pauseOrResume(action: 'pause' | 'resume', summary: string) {
  return defineEndpoint({
    method: 'POST',
    path: `/scheduled/:bulkId/${action}`,
    id: `${action}Bulk`,
    summary,
    roles: ROLES,
    params: Type.Object({ bulkId: Type.String() }),
    errors: ['not-found'],
    act: { action: BULK_ACTS[action], by: 'anyone', subject: ({ params }) => `bulk ${params.bulkId}` },
    async handle({ services }, { principal, params: { bulkId }, request }) {
      await requireVisible(services, principal, bulkId, request.signal)
      await services.schedules[action](principal, bulkId)
      return undefined
    },
  })
}

/** Throws `not-found`/`bulk-not-found` for a bulk of which nothing waits on the only channel that a user sees. */
async function requireVisible(
  { channels, reports }: Pick<PortalServices, 'channels' | 'reports'>,
  principal: Principal,
  bulkId: string,
  signal: AbortSignal,
): Promise<void> {
  if ((await channels.visibleTo(principal)) === null) return
  const { records } = await reports.find(principal, { bulkId, states: WAITING, limit: 1 }, { signal })
  if (records.length === 0) throw new GatewayError('not-found', 'bulk-not-found', 'Bulk not found')
}

function format({ sendAt, ...bulk }: ScheduledBulk): Static<typeof bulkSchema> {
  return { ...bulk, sendAt: sendAt.toISOString() }
}

/** Scheduled messages. */
export const scheduledEndpoints = [
  listScheduled,
  rescheduleBulk,
  pauseOrResume('pause', 'Pause a bulk. It waits until it is resumed, whatever its time'),
  pauseOrResume('resume', 'Resume a paused bulk'),
  cancelBulk,
]
