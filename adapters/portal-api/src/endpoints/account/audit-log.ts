import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const LIMIT = 100

const entrySchema = Type.Object(
  {
    auditId: Type.Integer(),
    at: timeSchema('When it was done.'),
    clientId: nullable(Type.Integer(), 'To which client; null: to the deployment.'),
    userId: nullable(
      Type.Integer(),
      'Who did it, or whose log-in was refused; null: an operator, or no user has this e-mail.',
    ),
    email: nullable(
      Type.String(),
      'As it was then, or as it was tried; empty: a command on the server; null: an operator.',
    ),
    action: Type.String({ description: 'In the past: `user-added`, `log-in`, ...' }),
    subject: nullable(Type.String(), 'To what: `user 1042`; null: to the own account.'),
    detail: Type.Record(Type.String(), Type.String(), { description: 'What was changed to what. Never a secret.' }),
  },
  { title: 'AuditEntry' },
)

const findAudit = defineEndpoint({
  method: 'GET',
  path: '/audit-log',
  id: 'findAudit',
  summary:
    'Who did what, newest first: operators find all, admins what was done in their client, users what they did themselves',
  roles: ROLES,
  query: Type.Object({
    user: Type.Optional(Type.Integer({ minimum: 1, description: 'Who did it.' })),
    action: Type.Optional(Type.String({ maxLength: 50, description: 'What was done.' })),
    since: Type.Optional(timeSchema('Inclusive.')),
    until: Type.Optional(timeSchema('Exclusive.')),
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many at most. Default 100.' })),
  }),
  answer: Type.Object({ records: Type.Array(entrySchema), next: nullable(Type.Integer()) }, { title: 'AuditPage' }),
  errors: ['invalid'],
  async handle({ services }, { principal, self, query: { user: userId, since, until, limit = LIMIT, ...filter } }) {
    const isActing = principal.clientId !== self.clientId
    const page = await services.auditLog.find(principal, {
      ...filter,
      ...{ userId, limit },
      clientId: isActing ? principal.clientId : undefined,
      since: momentOf('since', since),
      until: momentOf('until', until),
    })
    const records = page.records.map((entry) => ({ ...entry, at: entry.at.toISOString(), detail: { ...entry.detail } }))
    return { records, next: page.next ?? null }
  },
})

/** Who did what. */
export const auditEndpoints = [findAudit]
