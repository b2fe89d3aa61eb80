import { type AuditEntry, type AuditFilter, ROLES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { type CsvColumns, csvHeaders, pagesAsCsv } from '../../csv-files.ts'
import { type Call, defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const LIMIT = 100

/** Entries of an export that are in memory at once. */
const PAGE = 1_000

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

const filterFields = {
  user: Type.Optional(Type.Integer({ minimum: 1, description: 'Who did it.' })),
  person: Type.Optional(Type.String({ maxLength: 254, description: 'A part of the e-mail of who did it.' })),
  clientId: Type.Optional(Type.Integer({ minimum: 1, description: 'For operators: what was done in this client.' })),
  object: Type.Optional(Type.String({ maxLength: 200, description: 'A part of what it was done to: `user 1042`.' })),
  action: Type.Optional(Type.String({ maxLength: 50, description: 'What was done.' })),
  since: Type.Optional(timeSchema('Inclusive.')),
  until: Type.Optional(timeSchema('Exclusive.')),
}

const filterSchema = Type.Object(filterFields)

/** An operator that acts for a client sees what was done in that client. */
function readFilter(
  { principal, self }: Pick<Call, 'principal' | 'self'>,
  { user: userId, since, until, clientId, ...filter }: Static<typeof filterSchema>,
): Omit<AuditFilter, 'limit'> {
  const isActing = principal.clientId !== self.clientId
  return {
    ...filter,
    userId,
    clientId: isActing ? principal.clientId : clientId,
    since: momentOf('since', since),
    until: momentOf('until', until),
  }
}

const findAudit = defineEndpoint({
  method: 'GET',
  path: '/audit-log',
  id: 'findAudit',
  summary: 'List audit log entries. Operators see all of them, admins those of their client, users their own',
  roles: ROLES,
  query: Type.Object({
    ...filterFields,
    before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'How many at most. Default 100.' })),
  }),
  answer: Type.Object({ records: Type.Array(entrySchema), next: nullable(Type.Integer()) }, { title: 'AuditPage' }),
  errors: ['invalid'],
  async handle({ services }, { principal, self, query: { before, limit = LIMIT, ...filter } }) {
    const asked = { ...readFilter({ principal, self }, filter), before, limit }
    const page = await services.auditLog.find(principal, asked)
    const records = page.records.map((entry) => ({ ...entry, at: entry.at.toISOString(), detail: { ...entry.detail } }))
    return { records, next: page.next ?? null }
  },
})

const COLUMNS: CsvColumns<AuditEntry> = {
  at: ({ at }) => at.toISOString(),
  clientId: ({ clientId }) => clientId,
  userId: ({ userId }) => userId,
  email: ({ email }) => email,
  action: ({ action }) => action,
  object: ({ subject }) => subject,
  detail: ({ detail }) => (Object.keys(detail).length === 0 ? null : JSON.stringify(detail)),
}

const exportAudit = defineEndpoint({
  method: 'GET',
  path: '/audit-log.csv',
  id: 'exportAudit',
  summary: 'Export audit log entries as CSV',
  roles: ROLES,
  query: filterSchema,
  errors: ['invalid'],
  act: { action: 'audit-exported', by: 'anyone' },
  async handle({ services, clock }, { principal, self, query }) {
    const filter = { ...readFilter({ principal, self }, query), limit: PAGE }
    // The first page is read before the head of the response is sent, so that an error can still be reported.
    const first = await services.auditLog.find(principal, filter)
    const next = (before: number) => services.auditLog.find(principal, { ...filter, before })
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return {
      response: {
        status: 200,
        headers: csvHeaders(`audit-log-${day}.csv`),
        stream: { pieces: pagesAsCsv(COLUMNS, first, next) },
      },
    }
  },
})

/** Who did what. */
export const auditEndpoints = [findAudit, exportAudit]
