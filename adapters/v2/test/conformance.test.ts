import { code, type ReadCase, renderTable, runAdapterConformance } from '@heliograph/testkit'
import { ERROR_FORMS } from '../src/errors.ts'
import v2 from '../src/index.ts'
import { OPERATIONS } from '../src/operations.ts'
import { TOKEN_OPERATIONS } from '../src/tokens/token-documentation.ts'
import { accessCases } from './access-cases.ts'
import { bodyCases } from './body-cases.ts'
import { bulkStatusCases } from './bulk-status-cases.ts'
import { bulksCases } from './bulks-cases.ts'
import { destinationCases } from './destination-cases.ts'
import { errorCases } from './error-cases.ts'
import { historyCases } from './history-cases.ts'
import { logsCases } from './logs-cases.ts'
import { previewCases } from './preview-cases.ts'
import { reportRecordCases } from './report-record-cases.ts'
import { reportsCases } from './reports-cases.ts'
import { BASE, sending } from './requests.ts'
import { sendFieldCases } from './send-field-cases.ts'
import { sendOptionCases } from './send-option-cases.ts'
import { sendResultCases } from './send-result-cases.ts'
import { singleCases } from './single-cases.ts'
import { tokenCases } from './token-cases.ts'

const get = (path: string, query: Record<string, string> = {}) => ({ method: 'GET' as const, path, query })

const reads: readonly ReadCase[] = [
  {
    name: 'reports by smsId',
    request: ({ smsId }) => get('/sms/2/reports', { smsId: String(smsId) }),
    shows: (text, { smsId }) => text.includes(`"smsId":${smsId},`),
  },
  {
    name: 'reports by messageId',
    request: ({ messageId }) => get('/sms/2/reports', { messageId }),
    shows: (text, { smsId }) => text.includes(`"smsId":${smsId},`),
  },
  {
    name: 'reports by bulkId',
    request: ({ bulkId }) => get('/sms/2/reports', { bulkId: String(bulkId) }),
    shows: (text, { smsId }) => text.includes(`"smsId":${smsId},`),
  },
  {
    name: 'logs by recipient',
    request: ({ to }) => get('/sms/2/logs', { to }),
    shows: (body, { text }) => body.includes(text),
  },
  {
    name: 'history by messageId',
    request: ({ messageId }) => get(`/sms/2/messages/${messageId}/history`),
    shows: (text, { smsId }) => text.includes(`"smsId":${smsId},`),
  },
  {
    name: 'history by smsId',
    request: ({ smsId }) => get(`/sms/2/messages/${smsId}/history`),
    shows: (text, { smsId }) => text.includes(`"smsId":${smsId},`),
  },
  { name: 'logs without a filter', request: () => get('/sms/2/logs'), shows: (body, { text }) => body.includes(text) },
]

const operations = renderTable(
  ['Operation', 'Method', 'Path', 'Key'],
  [
    ...OPERATIONS.map(({ summary, method, path }) => [summary, method, code(path), 'yes']),
    ...TOKEN_OPERATIONS.map(({ summary, method, path }) => [
      summary,
      method,
      code(path),
      method === 'POST' ? 'as client secret' : 'no',
    ]),
    ['OpenAPI 3.1 document', 'GET', code('/sms/2/openapi.json'), 'no'],
    ['The same as a page', 'GET', code('/sms/2/docs'), 'no'],
  ],
)

const errors = renderTable(
  ['Status', code('messageId'), 'Meaning'],
  Object.values(ERROR_FORMS).map(({ status, messageId, meaning }) => [String(status), code(messageId), meaning]),
)

const national = Array.from({ length: 10_000 }, (_, index) => ({ to: `08${20_000_000 + index}` }))
const bad = Array.from({ length: 10_000 }, (_, index) => ({ to: index }))
const previewing = (text: string) => ({ path: '/sms/2/preview', json: { text } })

runAdapterConformance(v2, {
  largest: [
    { name: '10,000 national numbers', request: sending({ destinations: national }) },
    { name: '100,000 parts', request: sending({ destinations: national, text: 'x'.repeat(1_530) }) },
    { name: '10,000 numbers with links', request: sending({ destinations: national, text: '{opt_out_link}' }) },
    {
      name: '10,000 messages',
      request: { json: { messages: national.map((to) => ({ destinations: [to], text: `Hello ${to.to}` })) } },
    },
    { name: '10,000 destinations that are wrong', request: sending({ destinations: bad }) },
    { name: 'a text of 4 million characters', request: sending({ text: 'x'.repeat(4_000_000) }) },
    { name: 'a preview of 4 million characters', request: previewing('x'.repeat(4_000_000)) },
    { name: 'a preview of 1.3 million euro signs', request: previewing('\u20ac'.repeat(1_300_000)) },
  ],
  packageRoot: new URL('..', import.meta.url),
  config: { accessTokenSeconds: 3_600 },
  base: BASE,
  credentials: {
    takesTokens: true,
    refusal: { status: 401, body: { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } } },
  },
  cases: [
    ...sendFieldCases,
    ...sendOptionCases,
    ...destinationCases,
    ...sendResultCases,
    ...singleCases,
    ...reportRecordCases,
    ...reportsCases,
    ...logsCases,
    ...historyCases,
    ...previewCases,
    ...bulksCases,
    ...bulkStatusCases,
    ...accessCases,
    ...tokenCases,
    ...bodyCases,
    ...errorCases,
  ],
  reads,
  documentation: { operations, errors },
})
