import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable, timeSchema } from '../../schemas.ts'
import { contactParams, formatSubscription, statusSchema, subscriptionSchema } from './contact-schemas.ts'

const setStatus = defineEndpoint({
  method: 'POST',
  path: '/contacts/:mobile/status',
  id: 'setContactStatus',
  summary: 'Opt a contact out or in',
  roles: ROLES,
  params: contactParams,
  body: Type.Object({ status: statusSchema }, { additionalProperties: false, title: 'StatusChange' }),
  answer: Type.Object(
    {
      changed: Type.Boolean({
        description: 'Whether the status changed. The request is in the opt-out history either way.',
      }),
      subscription: subscriptionSchema,
    },
    { title: 'StatusChanged' },
  ),
  act: { action: 'contact-status-set', by: 'operator', subject: ({ params }) => `contact ${params.mobile}` },
  async handle({ services }, { principal, params, body }) {
    const { changed, subscription } = await services.contacts.setStatus(principal, params.mobile, body.status)
    return { changed, subscription: formatSubscription(subscription) }
  },
})

const undoStatus = defineEndpoint({
  method: 'POST',
  path: '/contacts/:mobile/undo',
  id: 'undoContactStatus',
  summary: 'Undo the last status change of a contact',
  roles: ROLES,
  params: contactParams,
  body: Type.Object(
    { changedAt: timeSchema('The change to undo: `changedAt` of the subscription.') },
    { additionalProperties: false, title: 'StatusUndo' },
  ),
  answer: subscriptionSchema,
  errors: ['not-found', 'conflict'],
  act: { action: 'contact-status-undone', by: 'operator', subject: ({ params }) => `contact ${params.mobile}` },
  async handle({ services }, { principal, params, body }) {
    return formatSubscription(
      await services.contacts.undo(principal, params.mobile, momentOf('changedAt', body.changedAt)),
    )
  },
})

const listContactAudit = defineEndpoint({
  method: 'GET',
  path: '/contacts/:mobile/audit',
  id: 'listContactAudit',
  summary: 'List opt-ins and opt-outs of a contact',
  roles: ROLES,
  params: contactParams,
  query: Type.Object({
    cursor: numberCursor,
    limit: pageLimit(1_000, 50),
  }),
  answer: Type.Object(
    {
      records: Type.Array(
        Type.Object(
          {
            entryId: Type.Integer(),
            status: statusSchema,
            description: Type.String(),
            at: timeSchema('When it happened.'),
            changed: Type.Boolean({ description: 'Whether the status changed. False if the contact already had it.' }),
          },
          { title: 'SubscriptionEntry' },
        ),
      ),
      next: nullable(Type.Integer()),
    },
    { title: 'SubscriptionEntryList' },
  ),
  errors: ['invalid'],
  async handle({ services }, { principal, params, query: { cursor: before, limit = 50 } }) {
    const page = await services.contacts.audit(principal, params.mobile, { limit, before })
    return { records: page.entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })), next: page.next ?? null }
  },
})

export const contactStatusEndpoints = [setStatus, undoStatus, listContactAudit]
