import { ROW_REQUESTS_PER_MINUTE, runAdapterConformance, textCases } from '@heliograph/testkit'
import erpA from '../src/index.ts'
import { erpACases } from './cases.ts'
import { erpAInterface } from './interface.ts'

// spec: Authentication | field | ERP A: password -> key: by password
runAdapterConformance(erpA, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  account: { user: { email: 'jo@acme.example' } },
  credentials: { refusal: { status: 200, body: /^ERROR! \[(?:account|password)\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  cases: [...textCases(erpAInterface), ...erpACases],
})
