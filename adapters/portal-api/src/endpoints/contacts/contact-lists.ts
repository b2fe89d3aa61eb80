import { ROLES } from '@heliograph/contracts'
import { mapInSlices, normaliseNumber } from '@heliograph/messaging'
import { type ExportStep, exportContacts, guessColumns, importRows, readNumberCell } from '@heliograph/wire'
import { Type } from 'typebox'
import { countOf } from '../../count-of.ts'
import { csvHeaders } from '../../csv-files.ts'
import { defineEndpoint, type RawAnswer } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'
import { contactConditions } from './contacts.ts'

/** Most columns of a list. */
const MOST_COLUMNS = 100

/** Most rows of a request. */
const MOST_ROWS = 2_000

const column = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_COLUMNS, description: `Column with ${what}, from 0.` }))

const columnsSchema = Type.Object(
  {
    mobile: Type.Integer({ minimum: 0, maximum: MOST_COLUMNS, description: 'Column with the number, from 0.' }),
    name: column('the name'),
    firstName: column('the first name'),
    lastName: column('the last name'),
    email: column('the e-mail'),
    groups: column('the groups, with a semicolon between two'),
    status: column('the status: 0 opted out, 1 opted in'),
    fields: column('further fields as a JSON object'),
    others: Type.Array(Type.Object({ column: Type.Integer({ minimum: 0 }), name: Type.String({ maxLength: 50 }) }), {
      maxItems: 20,
      description: 'Columns to keep as custom fields, with their names.',
    }),
  },
  { additionalProperties: false, title: 'ContactColumns' },
)

const guess = defineEndpoint({
  method: 'POST',
  path: '/contacts/columns',
  id: 'guessContactColumns',
  summary: 'Detect the columns of a contact list from its first rows',
  roles: ROLES,
  body: Type.Object(
    { rows: Type.Array(Type.Array(Type.String(), { maxItems: MOST_COLUMNS }), { maxItems: 50 }) },
    { additionalProperties: false, title: 'FirstRows' },
  ),
  answer: Type.Object(
    {
      columns: nullable(columnsSchema, 'Null if no column seems to contain numbers.'),
      isHeader: Type.Boolean({ description: 'Whether the first row is a header.' }),
    },
    { title: 'ColumnGuess' },
  ),
  async handle(_context, { body }) {
    const found = guessColumns(body.rows)
    if (found === undefined) return { columns: null, isHeader: true }
    const { others, ...known } = found.columns
    const columns = Object.fromEntries(Object.entries(known).filter(([, index]) => index !== undefined))
    return {
      columns: { mobile: known.mobile, ...columns, others: others.slice(0, 20).map((each) => ({ ...each })) },
      isHeader: found.isHeader,
    }
  },
})

const importContactRows = defineEndpoint({
  method: 'POST',
  path: '/contacts/import',
  id: 'importContacts',
  summary: 'Import rows of a contact list. Safe to retry: contacts that exist already are not duplicated',
  roles: ROLES,
  bodyLimit: 4 * 1024 * 1024,
  body: Type.Object(
    {
      columns: columnsSchema,
      rows: Type.Array(Type.Array(Type.String(), { maxItems: MOST_COLUMNS }), { maxItems: MOST_ROWS }),
      firstRow: Type.Optional(
        Type.Integer({
          minimum: 1,
          description: 'Row number of the first of these rows, used to report problems. Defaults to 1.',
        }),
      ),
      group: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Group to add all contacts to. It is created if it does not exist.',
        }),
      ),
    },
    { additionalProperties: false, title: 'ContactRows' },
  ),
  answer: Type.Object(
    {
      added: Type.Integer(),
      changed: Type.Integer(),
      unchanged: Type.Integer(),
      refused: Type.Integer(),
      problems: Type.Array(
        Type.Object(
          { row: Type.Integer(), mobile: Type.String(), code: Type.String(), text: Type.String() },
          { title: 'RowProblem' },
        ),
      ),
    },
    { title: 'ContactsImported' },
  ),
  act: {
    action: 'contacts-imported',
    by: 'operator',
    subject: (_, { added, changed }) => countOf(added + changed, 'contact'),
  },
  async handle({ services }, { principal, body: { columns, rows, firstRow = 1, group } }) {
    const records = rows.map((fields, index) => ({ line: firstRow + index, fields }))
    const done = await importRows(services.contacts, principal, columns, records, group)
    const { added, changed, unchanged, refused, refusals } = done
    const problems = refusals.map(({ line: row, mobile, problem: { code, text } }) => ({ row, mobile, code, text }))
    return { added, changed, unchanged, refused, problems }
  },
})

const readNumbers = defineEndpoint({
  method: 'POST',
  path: '/contacts/numbers',
  id: 'readContactNumbers',
  summary: 'Normalize numbers of a contact list. Equal numbers belong to the same contact',
  roles: ROLES,
  body: Type.Object(
    { numbers: Type.Array(Type.String({ maxLength: 200 }), { maxItems: MOST_ROWS }) },
    { additionalProperties: false, title: 'ListNumbers' },
  ),
  answer: Type.Object(
    { mobiles: Type.Array(nullable(Type.String(), 'E.164 digits. Null if messages cannot be sent to it.')) },
    { title: 'NumbersRead' },
  ),
  async handle(_context, { principal, body }) {
    const read = (cell: string) => normaliseNumber(readNumberCell(cell), 'local', principal.country) ?? null
    return { mobiles: [...(await mapInSlices(body.numbers, read))] }
  },
})

const exportContactList = defineEndpoint({
  method: 'GET',
  path: '/contacts/export',
  id: 'exportContacts',
  summary: 'Export contacts as CSV that can be imported again',
  roles: ROLES,
  query: Type.Object(contactConditions),
  errors: ['invalid'],
  act: { action: 'contacts-exported', by: 'anyone', subject: () => 'contacts' },
  async handle({ services }, { principal, query, request: { signal } }) {
    return csvAnswer(exportContacts(services.contacts, principal, query, { signal }))
  },
})

/** An exported list as a file. */
export function csvAnswer(steps: AsyncIterable<ExportStep>): RawAnswer {
  return { response: { status: 200, headers: csvHeaders('contacts.csv'), stream: { pieces: textsOf(steps) } } }
}

async function* textsOf(steps: AsyncIterable<ExportStep>): AsyncGenerator<string> {
  for await (const { text } of steps) yield text
}

export const contactListEndpoints = [guess, readNumbers, importContactRows, exportContactList]
