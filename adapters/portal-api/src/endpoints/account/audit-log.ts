import { type AuditEntry, type AuditFilter, ROLES } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { type CsvColumns, csvHeaders, pagesAsCsv } from '../../csv-files.ts'
import { type Call, defineEndpoint } from '../../endpoint.ts'
import { momentOf } from '../../moments.ts'
import { numberCursor, pageLimit } from '../../paging.ts'
import { nullable, timeSchema } from '../../schemas.ts'

const LIMIT = 100

/** Entries of an export that are in memory at once. */
const PAGE = 1_000

const entrySchema = Type.Object(
  {
    auditId: Type.Integer(),
    at: timeSchema('When the action took place.'),
    clientId: nullable(Type.Integer(), 'The client concerned. Null for actions on the deployment.'),
    userId: nullable(
      Type.Integer(),
      'The user who acted or whose login was refused. Null for operators, and when no user has this e-mail.',
    ),
    email: nullable(
      Type.String(),
      "The actor's e-mail address at the time, or the one entered. Empty for commands on the server, null for operators.",
    ),
    action: Type.String({ description: 'The action in the past tense: `user-added`, `log-in`, ...' }),
    subject: nullable(Type.String(), "The object of the action: `user 1042`. Null for the actor's own account."),
    detail: Type.Record(Type.String(), Type.String(), {
      description: 'Changed values, old and new. Secrets are never included.',
    }),
  },
  { title: 'AuditEntry' },
)

const filterFields = {
  user: Type.Optional(Type.Integer({ minimum: 1, description: 'Filter by the user who acted.' })),
  person: Type.Optional(Type.String({ maxLength: 254, description: "Filter by part of the actor's e-mail address." })),
  clientId: Type.Optional(Type.Integer({ minimum: 1, description: 'Filter by client. Operators only.' })),
  object: Type.Optional(Type.String({ maxLength: 200, description: 'Filter by part of the object: `user 1042`.' })),
  action: Type.Optional(Type.String({ maxLength: 50, description: 'Filter by action.' })),
  since: Type.Optional(timeSchema('At or after this time.')),
  until: Type.Optional(timeSchema('Before this time.')),
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

const listAuditEntries = defineEndpoint({
  method: 'GET',
  path: '/audit-log',
  id: 'listAuditEntries',
  summary: 'List audit log entries. Operators see all of them, admins those of their client, users their own',
  roles: ROLES,
  query: Type.Object({
    ...filterFields,
    cursor: numberCursor,
    limit: pageLimit(1_000, 100),
  }),
  answer: Type.Object({ records: Type.Array(entrySchema), next: nullable(Type.Integer()) }, { title: 'AuditPage' }),
  errors: ['invalid'],
  async handle({ services }, { principal, self, query: { cursor: before, limit = LIMIT, ...filter } }) {
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
export const auditEndpoints = [listAuditEntries, exportAudit]
