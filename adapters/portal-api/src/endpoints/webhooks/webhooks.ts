import { GatewayError, type Principal, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { countOf } from '../../count-of.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import {
  formatDetails,
  formatHost,
  formatWebhook,
  pausedHostSchema,
  webhookDetailsSchema,
  webhookKindSchema,
  webhookSchema,
  webhookStateSchema,
} from './webhook-schemas.ts'

const everyClient = Type.Optional(Type.Boolean({ description: 'Include all clients. Operators only.' }))

const channelId = Type.Optional(Type.Integer({ description: 'Filter by channel.' }))

const listWebhooks = defineEndpoint({
  method: 'GET',
  path: '/webhooks',
  id: 'listWebhooks',
  summary: 'List webhooks, newest first',
  roles: ROLES,
  query: Type.Object({
    channelId,
    kind: Type.Optional(webhookKindSchema),
    state: Type.Optional(webhookStateSchema),
    subjectId: Type.Optional(Type.Integer({ description: 'Filter by the message or incoming SMS reported.' })),
    since: Type.Optional(Type.String({ format: 'date-time', description: 'Created at or after this time.' })),
    cursor: numberCursor,
    limit: pageLimit(1_000, 50),
    everyClient,
  }),
  answer: Type.Object({ records: Type.Array(webhookSchema), next: nullable(Type.Integer()) }, { title: 'WebhookList' }),
  errors: ['invalid'],
  async handle({ services }, { principal, query, request }) {
    const { everyClient: isWide, since, cursor: before, limit = 50, ...conditions } = query
    const filter = {
      ...conditions,
      before,
      limit,
      since: momentOf('since', since),
      clientId: clientOf(principal, isWide),
    }
    const page = await services.webhooks.find(principal, filter, { signal: request.signal })
    return { records: page.records.map(formatWebhook), next: page.next ?? null }
  },
})

const listPausedHosts = defineEndpoint({
  method: 'GET',
  path: '/webhooks/paused-hosts',
  id: 'listPausedHosts',
  summary: 'List hosts whose webhooks are paused after repeated failures',
  roles: ROLES,
  query: Type.Object({ everyClient }),
  answer: Type.Object(
    { records: Type.Array(pausedHostSchema), next: nullable(Type.Integer()) },
    { title: 'PausedHostList' },
  ),
  errors: ['invalid'],
  async handle({ services }, { principal, query }) {
    const hosts = await services.webhooks.pausedHosts(principal, { clientId: clientOf(principal, query.everyClient) })
    return { records: hosts.map(formatHost), next: null }
  },
})

const getWebhook = defineEndpoint({
  method: 'GET',
  path: '/webhooks/:webhookId',
  id: 'getWebhook',
  summary: 'Get a webhook with its request and attempts',
  roles: ROLES,
  params: Type.Object({ webhookId: Type.Integer({ minimum: 1, description: 'Id of the webhook.' }) }),
  answer: webhookDetailsSchema,
  errors: ['invalid', 'not-found'],
  async handle({ services }, { principal, params }) {
    const found = await services.webhooks.of(principal, params.webhookId)
    if (found === undefined)
      throw new GatewayError('not-found', 'webhook-not-found', `There is no webhook ${params.webhookId}`)
    return formatDetails(found)
  },
})

const resendWebhooks = defineEndpoint({
  method: 'POST',
  path: '/webhooks/resend',
  id: 'resendWebhooks',
  summary: 'Resend webhooks: selected ones, or all that failed since a given time',
  roles: ['operator', 'admin'],
  body: Type.Union(
    [
      Type.Object(
        { webhookIds: Type.Array(Type.Integer(), { minItems: 1, maxItems: 10_000 }) },
        { additionalProperties: false },
      ),
      Type.Object(
        {
          failedSince: Type.String({
            format: 'date-time',
            description: 'Resend failed webhooks created at or after this time.',
          }),
          channelId,
          kind: Type.Optional(webhookKindSchema),
        },
        { additionalProperties: false },
      ),
    ],
    { title: 'WebhookSelection' },
  ),
  answer: Type.Object(
    { resent: Type.Integer({ description: 'Number of webhooks resent.' }) },
    { title: 'WebhooksResent' },
  ),
  errors: ['throttled'],
  act: { action: 'webhooks-resent', by: 'anyone', subject: (_, { resent }) => countOf(resent, 'webhook') },
  async handle({ services }, { principal, body }) {
    if ('webhookIds' in body) return services.webhooks.resend(principal, body)
    const { failedSince, ...conditions } = body
    const selection = { ...conditions, clientId: principal.clientId, failedSince: momentOf('failedSince', failedSince) }
    return services.webhooks.resend(principal, selection)
  },
})

/** Undefined: all clients, which only operators may see. */
function clientOf({ clientId }: Principal, isWide = false): number | undefined {
  return isWide ? undefined : clientId
}

export const webhookEndpoints = [listWebhooks, listPausedHosts, getWebhook, resendWebhooks]
