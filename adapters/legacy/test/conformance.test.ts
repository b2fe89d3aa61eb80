import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ROW_REQUESTS_PER_MINUTE,
  renderParametersTable,
  runAdapterConformance,
  sending,
  THERE,
  textCases,
  texting,
} from '@heliograph/testkit'
import legacy from '../src/index.ts'
import { legacyCases } from './cases.ts'
import { legacyInterface } from './interface.ts'

// spec: Authentication | field | legacy: Password in the form -> key: by Password
runAdapterConformance(legacy, {
  packageRoot: new URL('..', import.meta.url),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^Error: invalid set|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
  cases: [...textCases(legacyInterface), ...legacyCases],
  documentation: {
    parameters: renderParametersTable([
      { names: ['User'], required: true, meaning: 'Anything, also nothing; it is written to the log (`debug`).' },
      { names: ['Password'], required: true, meaning: 'The API key.' },
      { names: ['Message'], required: true, meaning: 'The text.' },
      { names: ['Numbers'], required: true, meaning: 'Recipients, in local or international form.' },
    ]),
  },
  additionalTests({ withKit }) {
    test('User is logged for those who look, of clients that are known', () =>
      withKit(async (kit) => {
        await kit.request(sending(legacyInterface, texting(legacyInterface, THERE)))
        await kit.request(
          sending(legacyInterface, texting(legacyInterface, THERE), 'POST', { sender: { clientId: 1, apiKey: 'x' } }),
        )
        const users = kit.log.at('debug').map(({ fields }) => fields?.user)
        assert.deepEqual(users, ['jo'])
      }))
  },
})
