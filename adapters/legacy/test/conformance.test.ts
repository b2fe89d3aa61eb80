import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  largestTexts,
  ROW_REQUESTS_PER_MINUTE,
  renderParametersTable,
  runAdapterConformance,
  sending,
  THERE,
  textCases,
  texting,
  withAdapterKit,
} from '@heliograph/testkit'
import legacy from '../src/index.ts'
import { legacyCases } from './cases.ts'
import { legacyInterface } from './interface.ts'

// spec: Authentication | field | legacy: Password in the form -> key: by Password
runAdapterConformance(legacy, {
  packageRoot: new URL('..', import.meta.url),
  largest: largestTexts(legacyInterface),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^Error: invalid set|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict'],
  // spec: Legacy batch endpoint | endpoint | POST /api/legacybatch/batchmessage.aspx -> sends one text by POST
  // spec: Legacy batch endpoint | endpoint | path in any letter case -> path: /API/LEGACYBATCH/BATCHMESSAGE.ASPX is the same
  // spec: Legacy batch endpoint | header | Content-Type: application/x-www-form-urlencoded -> sends one text by POST
  // spec: Legacy batch endpoint | field | Password is the API key -> key: by Password
  // spec: Legacy batch endpoint | field | Message is the text -> sends one text by POST
  // spec: Legacy batch endpoint | field | Numbers separated by commas -> recipients: separated by comma
  // spec: Legacy batch endpoint | field | Numbers separated by semicolons or line breaks -> recipients: separated by semicolon
  // spec: Legacy batch endpoint | field | Numbers separated by semicolons or line breaks -> recipients: separated by line breaks
  // spec: Legacy batch endpoint | field | names in any letter case -> names: NUMBERS is Numbers
  // spec: Legacy batch endpoint | field | a repeated parameter is joined with commas -> recipients: a repeated parameter is joined with commas
  // spec: Legacy batch endpoint | field | parameters in the query of the POST; the query wins -> form: POST with everything in the query
  // spec: Legacy batch endpoint | field | parameters in the query of the POST; the query wins -> form: the query goes before the form
  // spec: Legacy batch endpoint | text | results joined by commas -> recipients: separated by comma
  // spec: Legacy batch endpoint | text | 0:<recipient>:ERROR beside recipients that succeed -> outcome: good and bad recipients in one request
  // spec: Legacy batch endpoint | default | priority NORMAL ; sender is the default channel -> outcome: priority NORMAL, by the name of the interface, from the default channel
  // spec: Legacy batch endpoint | limit | 10000 recipients: more are refused whole -> limit: 10000 recipients
  // spec: Legacy batch endpoint | limit | 10000 recipients: more are refused whole -> limit: more than 10000 recipients are refused as a whole
  // spec: Legacy batch endpoint | limit | body of 4 MiB: 413 -> limit: a larger body is 413
  // spec: Legacy batch endpoint | limit | requestsPerMinute: 429 -> limit: more requests a minute are 429 with Retry-After, and nothing is sent
  // spec: Legacy batch endpoint | rule | an X-API-Key header is no credential -> key: X-API-Key means nothing
  // spec: Legacy batch endpoint: errors | error | 0:<recipient>:ERROR for an invalid key -> key: unknown is ERROR for each recipient, as it was given
  // spec: Legacy batch endpoint: errors | error | 0:<recipient>:ERROR for insufficient credit -> outcome: credit is spent in the order of the request until it is out
  // spec: Legacy batch endpoint: errors | error | 0:<recipient>:ERROR for insufficient credit -> outcome: no credit for any
  // spec: Legacy batch endpoint: errors | error | 0:<recipient>:ERROR for a bad number or an opted-out contact -> outcome: good and bad recipients in one request
  // spec: Legacy batch endpoint: errors | error | 0:<recipient>:ERROR without an enabled channel -> outcome: no enabled channel is ERROR for each
  // spec: Legacy batch endpoint | rule | recipients in local or international form, answered in normalised digits -> recipients: '0821234567' is 27821234567
  // spec: Legacy batch endpoint | rule | recipients in local or international form, answered in normalised digits -> recipients: '+27821234567' is 27821234567
  // spec: Legacy batch endpoint | rule | a number named twice gets two messages -> recipients: a number named twice gets two messages
  // spec: Legacy batch endpoint | rule | text is sent untrimmed -> text by POST: blanks around it are kept
  // spec: Legacy batch endpoint | limit | more than 255 parts: ERROR -> text: more than 255 parts are ERROR for each recipient
  // spec: Legacy batch endpoint | rule | a recipient with a wrong key is answered as it was given -> key: unknown is ERROR for each recipient, as it was given
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
    // spec: Legacy batch endpoint | field | User is logged, and does nothing else
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

// spec: Legacy batch endpoint | default | no limit of requests a minute
test('requestsPerMinute is off unless it is set', () =>
  withAdapterKit(legacy, { config: {} }, async (kit) => {
    const request = sending(legacyInterface, texting(legacyInterface, THERE))
    for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(request)).status, 200)
  }))
