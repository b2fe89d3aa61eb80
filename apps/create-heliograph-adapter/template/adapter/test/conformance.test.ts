import { CONFORMANCE_API_KEY, runAdapterConformance } from '@heliograph/testkit'
import adapter from '../src/index.ts'
import { cases, receipts } from './cases.ts'

runAdapterConformance(adapter, {
  packageRoot: new URL('..', import.meta.url),
  config: {},
  base: { method: 'POST', path: '/sample/send', headers: { 'X-API-Key': CONFORMANCE_API_KEY } },
  cases,
  receiptForms: receipts,
  reads: [
    {
      name: 'state by number',
      request: ({ smsId }) => ({ method: 'GET', path: '/sample/state', query: { id: String(smsId) } }),
      shows: (text, { smsId, state }) => text === `${smsId} ${state}\n`,
    },
  ],
})
