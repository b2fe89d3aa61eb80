import { runAdapterConformance } from '@heliograph/testkit'
import queuePlatform from '../src/index.ts'
import { accessCases } from './access-cases.ts'
import { plainCase } from './plain-case.ts'
import { repeatCases } from './repeat-cases.ts'
import { BASE } from './requests.ts'
import { textCases } from './text-cases.ts'
import { visitCases } from './visit-cases.ts'

runAdapterConformance(queuePlatform, {
  packageRoot: new URL('..', import.meta.url),
  config: { timeZone: 'Africa/Johannesburg', requestsPerMinute: 300 },
  account: { name: 'Acme' },
  base: BASE,
  // An event is about one person.
  severalRecipients: false,
  // A client that may not send is an outcome of the event, like a contact that has opted out.
  errorsLikeSuccess: ['forbidden'],
  credentials: { refusal: { status: 401, body: { status: 'error', error: /^(missing|invalid)_api_key$/ } } },
  cases: [plainCase, ...visitCases, ...textCases, ...repeatCases, ...accessCases],
})
