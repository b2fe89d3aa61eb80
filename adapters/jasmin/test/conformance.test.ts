import { ROW_REQUESTS_PER_MINUTE, runAdapterConformance, THERE } from '@heliograph/testkit'
import jasmin from '../src/index.ts'
import { accessCases } from './access-cases.ts'
import { documentation } from './documentation.ts'
import { failureCases } from './failure-rows.ts'
import { FORBIDDEN, form, rest, USER } from './interface.ts'
import { receiptCases } from './receipt-cases.ts'
import { restCases } from './rest-cases.ts'
import { sendCases } from './send-cases.ts'

const numbers = Array.from({ length: 10_000 }, (_, index) => `08${20_000_000 + index}`)

runAdapterConformance(jasmin, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: USER },
  patienceMs: 60_000,
  credentials: { refusal: FORBIDDEN },
  cases: [...sendCases, ...accessCases, ...failureCases, ...restCases],
  largest: [
    {
      name: 'a batch to 10,000 national numbers',
      request: rest('sendbatch', { messages: [{ to: numbers, content: 'Hello' }] }),
    },
    {
      name: 'a batch of 10,000 messages',
      request: rest('sendbatch', { messages: numbers.map((to) => ({ to, content: 'Hello' })) }),
    },
    { name: 'a text of 40,000 escapes', request: form(`to=${THERE}&content=${'%e9'.repeat(40_000)}`) },
  ],
  receiptForms: receiptCases,
  documentation: documentation(),
})
