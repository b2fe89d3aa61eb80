import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'
import { causesSchema, formatCauses, queueLinkSchema } from '../waiting-schemas.ts'
import { formatDepth, queueDepthSchema } from './links.ts'

const queueSchema = Type.Object(
  {
    route: Type.String(),
    links: Type.Array(queueLinkSchema, { description: 'Links of the route on live nodes.' }),
    waiting: Type.Array(queueDepthSchema, { description: 'Messages that are due, most urgent first.' }),
    causes: causesSchema,
  },
  { title: 'RouteQueue' },
)

const listQueues = defineEndpoint({
  method: 'GET',
  path: '/operator/queues',
  id: 'listQueues',
  summary: 'List waiting messages by route, with the reason',
  roles: ['operator'],
  query: Type.Object({
    onlyClosed: Type.Optional(Type.Boolean({ description: 'Only routes none of whose links accepts messages.' })),
  }),
  answer: Type.Object({ records: Type.Array(queueSchema), next: nullable(Type.Integer()) }, { title: 'QueueList' }),
  errors: ['invalid'],
  async handle({ services }, { self, query }) {
    const records = (await services.waiting.queues(self, query)).map(({ route, links, waiting, causes }) => ({
      route,
      links: [...links],
      waiting: waiting.map(formatDepth),
      causes: formatCauses(causes),
    }))
    return { records, next: null }
  },
})

/** Queues, for operators. */
export const queueEndpoints = [listQueues]
