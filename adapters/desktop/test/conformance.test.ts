import { ROW_REQUESTS_PER_MINUTE, renderParametersTable, runAdapterConformance, textCases } from '@heliograph/testkit'
import desktop from '../src/index.ts'
import { PARAMETERS } from '../src/parameters.ts'
import { desktopCases } from './cases.ts'
import { desktopInterface } from './interface.ts'

// spec: Message states | state | text interface, bad key: ERROR, 0:<recipient>:ERROR -> key: unknown is ERROR for each recipient, as it was given
// spec: Message states | state | text interface, no credit: ERROR, 0:<recipient>:ERROR -> outcome: no credit for any
// spec: Authentication | field | desktop: key -> key: by key
// spec: Authentication | field | desktop: password -> key: by password
runAdapterConformance(desktop, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^ERROR! \[key\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  cases: [...textCases(desktopInterface), ...desktopCases],
  documentation: {
    parameters: renderParametersTable([
      { names: PARAMETERS.key, required: true, meaning: 'The API key.' },
      { names: PARAMETERS.recipients, required: true, meaning: 'Recipients, in local or international form.' },
      { names: PARAMETERS.text, required: true, meaning: 'The text.' },
      { names: PARAMETERS.reference, required: false, meaning: 'A label of the client, told by webhooks.' },
    ]),
  },
})
