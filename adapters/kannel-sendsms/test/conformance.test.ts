import { ROW_REQUESTS_PER_MINUTE, runAdapterConformance } from '@heliograph/testkit'
import kannelSendsms from '../src/index.ts'
import { accessCases } from './access-cases.ts'
import { documentation } from './documentation.ts'
import { headerCases } from './header-cases.ts'
import { FORBIDDEN, USER } from './interface.ts'
import { receiptCases } from './receipt-cases.ts'
import { receiptUrlCases } from './receipt-url-cases.ts'
import { sendCases } from './send-cases.ts'

runAdapterConformance(kannelSendsms, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: USER },
  patienceMs: 60_000,
  credentials: { refusal: FORBIDDEN },
  cases: [...sendCases, ...accessCases, ...headerCases, ...receiptUrlCases],
  receiptForms: receiptCases,
  documentation: documentation(),
})
