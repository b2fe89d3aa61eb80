import { ROW_REQUESTS_PER_MINUTE, runAdapterConformance, textCases } from '@heliograph/testkit'
import erpB from '../src/index.ts'
import { jsonCases } from './cases.ts'
import { erpBInterface } from './interface.ts'

// spec: Authentication | field | ERP B: apikey -> key: by apikey
runAdapterConformance(erpB, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^ERROR! \[apikey\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  cases: [...textCases(erpBInterface), ...jsonCases],
})
