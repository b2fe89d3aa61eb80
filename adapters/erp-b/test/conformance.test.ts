import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  largestTexts,
  ROW_REQUESTS_PER_MINUTE,
  runAdapterConformance,
  sending,
  THERE,
  textCases,
  texting,
  withAdapterKit,
} from '@heliograph/testkit'
import erpB from '../src/index.ts'
import { jsonCases } from './cases.ts'
import { erpBInterface } from './interface.ts'

// spec: Authentication | field | ERP B: apikey -> key: by apikey
runAdapterConformance(erpB, {
  packageRoot: new URL('..', import.meta.url),
  largest: largestTexts(erpBInterface),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^ERROR! \[apikey\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  // spec: ERP-compatible endpoints | endpoint | B: GET /api/http/erp-b/main.ashx -> sends one text by GET
  // spec: ERP-compatible endpoints | endpoint | B: POST /api/http/erp-b/main.ashx, form-encoded -> sends one text by POST
  // spec: ERP-compatible endpoints | method | B: others 405 with Allow -> method: PUT is 405 in plain text with Allow: GET, POST, HEAD
  // spec: ERP-compatible endpoints | field | B: number ; B: message -> sends one text by GET
  // spec: ERP-compatible endpoints | field | B: apikey, the API key -> key: by apikey
  // spec: ERP-compatible endpoints | limit | B: body of 4 MiB: 413 -> limit: a larger body is 413
  // spec: ERP-compatible endpoints | endpoint | B: path in any letter case -> path: /API/HTTP/ERP-B/MAIN.ASHX is the same
  // spec: ERP-compatible endpoints | field | B: names in any letter case -> names: NUMBER is number
  // spec: ERP-compatible endpoints | field | B: ref -> reference: by ref
  // spec: ERP-compatible endpoints | limit | B: ref cut at 200 characters -> reference: cut at 200 characters
  // spec: ERP-compatible endpoints | error | B: ERROR! [apikey] NOT PROVIDED -> key: missing
  // spec: ERP-compatible endpoints | error | B: ERROR! [number] List of recipients (mobile numbers) NOT GIVEN -> recipients: missing
  // spec: ERP-compatible endpoints | error | B: ERROR! [message] Message text NOT GIVEN -> text: missing
  // spec: ERP-compatible endpoints | error | B: 0:<recipient>:ERROR for an invalid key -> key: unknown is ERROR for each recipient, as it was given
  // spec: ERP-compatible endpoints | error | B: 0:<recipient>:ERROR for insufficient credit -> outcome: credit is spent in the order of the request until it is out
  // spec: ERP-compatible endpoints | rule | B: an X-API-Key header is no credential -> key: X-API-Key means nothing
  // spec: ERP-compatible endpoints | default | B: priority NORMAL ; B: sender is the default channel -> outcome: priority NORMAL, by the name of the interface, from the default channel
  // spec: ERP-compatible endpoints | limit | B: 10000 recipients: more are refused whole -> limit: 10000 recipients
  // spec: ERP-compatible endpoints | limit | B: 10000 recipients: more are refused whole -> limit: more than 10000 recipients are refused as a whole
  // spec: ERP-compatible endpoints | limit | B: requestsPerMinute: 429 -> limit: more requests a minute are 429 with Retry-After, and nothing is sent
  // spec: ERP-compatible endpoints | text | B: <sms_id>:<recipient>:<status>, joined by commas, text/plain -> recipients: separated by comma
  // spec: ERP-compatible endpoints | rule | B: recipients separated by comma, semicolon or line break -> recipients: separated by comma
  // spec: ERP-compatible endpoints | rule | B: recipients separated by comma, semicolon or line break -> recipients: separated by semicolon
  // spec: ERP-compatible endpoints | rule | B: recipients separated by comma, semicolon or line break -> recipients: separated by line breaks
  // spec: ERP-compatible endpoints | rule | B: recipients in local or international form, answered in normalised digits -> recipients: '0821234567' is 27821234567
  // spec: ERP-compatible endpoints | rule | B: recipients in local or international form, answered in normalised digits -> recipients: '+27821234567' is 27821234567
  // spec: ERP-compatible endpoints | rule | B: a number named twice gets two messages -> recipients: a number named twice gets two messages
  // spec: ERP-compatible endpoints | rule | B: text is sent untrimmed -> text by GET: blanks around it are kept
  // spec: ERP-compatible endpoints | limit | B: more than 255 parts: ERROR -> text: more than 255 parts are ERROR for each recipient
  cases: [...textCases(erpBInterface), ...jsonCases],
})

// spec: ERP-compatible endpoints | default | B: no limit of requests a minute
test('requestsPerMinute is off unless it is set', () =>
  withAdapterKit(erpB, { config: {} }, async (kit) => {
    const request = sending(erpBInterface, texting(erpBInterface, THERE))
    for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(request)).status, 200)
  }))
