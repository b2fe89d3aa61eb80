import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable } from '../../schemas.ts'
import {
  alertChangeSchema,
  alertDraftSchema,
  alertEventSchema,
  alertSchema,
  formatAlert,
  formatEvent,
} from './alert-schemas.ts'

const KEEPERS = ['admin', 'operator'] as const

const params = Type.Object({ alertId: Type.Integer() })

const PAGE = 50

const listAlerts = defineEndpoint({
  method: 'GET',
  path: '/alerts',
  id: 'listAlerts',
  summary: 'List alerts, and whether mail is configured',
  roles: KEEPERS,
  answer: Type.Object(
    { records: Type.Array(alertSchema), next: nullable(Type.Integer()), hasMail: Type.Boolean() },
    { title: 'AlertList' },
  ),
  async handle({ services }, { principal }) {
    const alerts = await services.alerts.list(principal)
    return { records: alerts.map(formatAlert), next: null, hasMail: services.mail !== undefined }
  },
})

const listAlertEvents = defineEndpoint({
  method: 'GET',
  path: '/alerts/events',
  id: 'listAlertEvents',
  summary: 'List alert history',
  roles: KEEPERS,
  query: Type.Object({
    cursor: numberCursor,
    limit: pageLimit(200, 50),
  }),
  answer: Type.Object(
    { records: Type.Array(alertEventSchema), next: nullable(Type.Integer()) },
    { title: 'AlertEventList' },
  ),
  async handle({ services }, { principal, query: { cursor: before, limit = PAGE } }) {
    const records = (await services.alerts.events(principal, { before, limit })).map(formatEvent)
    return { records, next: records.length < limit ? null : (records.at(-1)?.eventId ?? null) }
  },
})

const addAlert = defineEndpoint({
  method: 'POST',
  path: '/alerts',
  id: 'addAlert',
  summary: 'Create an alert',
  roles: KEEPERS,
  body: alertDraftSchema,
  answer: alertSchema,
  errors: ['conflict'],
  act: { action: 'alert-added', by: 'anyone', subject: (_, { alertId, kind }) => `alert ${alertId}, ${kind}` },
  async handle({ services }, { principal, body }) {
    return formatAlert(await services.alerts.add(principal, body))
  },
})

const changeAlert = defineEndpoint({
  method: 'PUT',
  path: '/alerts/:alertId',
  id: 'changeAlert',
  summary: 'Update an alert',
  roles: KEEPERS,
  params,
  body: alertChangeSchema,
  answer: alertSchema,
  errors: ['not-found'],
  act: { action: 'alert-changed', by: 'anyone', subject: ({ params }) => `alert ${params.alertId}` },
  async handle({ services }, { principal, params: { alertId }, body }) {
    return formatAlert(await services.alerts.change(principal, alertId, body))
  },
})

const removeAlert = defineEndpoint({
  method: 'DELETE',
  path: '/alerts/:alertId',
  id: 'removeAlert',
  summary: 'Delete an alert. Its history is kept',
  roles: KEEPERS,
  params,
  errors: ['not-found'],
  act: { action: 'alert-removed', by: 'anyone', subject: ({ params }) => `alert ${params.alertId}` },
  async handle({ services }, { principal, params: { alertId } }) {
    await services.alerts.remove(principal, alertId)
    return undefined
  },
})

/** Alerts of a client, and what they told. */
export const alertEndpoints = [listAlerts, listAlertEvents, addAlert, changeAlert, removeAlert]
