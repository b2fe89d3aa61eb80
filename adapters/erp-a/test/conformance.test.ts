import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ROW_REQUESTS_PER_MINUTE,
  runAdapterConformance,
  sending,
  THERE,
  textCases,
  texting,
  withAdapterKit,
} from '@heliograph/testkit'
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
  // spec: ERP-compatible endpoints | endpoint | A: GET /api/http/ErpAConnect.ashx -> sends one text by GET
  // spec: ERP-compatible endpoints | method | A: GET only, others 405 with Allow -> method: POST is 405 in plain text with Allow: GET, HEAD
  // spec: ERP-compatible endpoints | method | A: GET only, others 405 with Allow -> method: PUT is 405 in plain text with Allow: GET, HEAD
  // spec: ERP-compatible endpoints | field | A: recipient_addr ; A: message -> sends one text by GET
  // spec: ERP-compatible endpoints | field | A: password, the API key -> key: by password
  // spec: ERP-compatible endpoints | alias | A: msg for message -> text: msg is an alias of message
  // spec: ERP-compatible endpoints | alias | A: text for message -> text: text is an alias of message
  // spec: ERP-compatible endpoints | alias | A: message_text for message -> text: message_text is an alias of message
  // spec: ERP-compatible endpoints | alias | A: sms_text for message -> text: sms_text is an alias of message
  // spec: ERP-compatible endpoints | alias | A: the first alias that is not empty -> text: message goes before msg, wherever it stands
  // spec: ERP-compatible endpoints | alias | A: the first alias that is not empty -> text: msg goes before text, wherever it stands
  // spec: ERP-compatible endpoints | alias | A: the first alias that is not empty -> text: text goes before message_text, wherever it stands
  // spec: ERP-compatible endpoints | alias | A: the first alias that is not empty -> text: message_text goes before sms_text, wherever it stands
  // spec: ERP-compatible endpoints | endpoint | A: path in any letter case -> path: /API/HTTP/ERPACONNECT.ASHX is the same
  // spec: ERP-compatible endpoints | field | A: names in any letter case -> names: RECIPIENT_ADDR is recipient_addr
  // spec: ERP-compatible endpoints | field | A: ref -> reference: by ref
  // spec: ERP-compatible endpoints | limit | A: ref cut at 200 characters -> reference: cut at 200 characters
  // spec: ERP-compatible endpoints | error | A: ERROR! [password] NOT PROVIDED -> key: missing
  // spec: ERP-compatible endpoints | error | A: ERROR! [recipient_addr] List of recipients (mobile numbers) NOT GIVEN -> recipients: missing
  // spec: ERP-compatible endpoints | error | A: ERROR! [message] or [msg] or [text] Message text NOT GIVEN -> text: missing
  // spec: ERP-compatible endpoints | error | A: 0:<recipient>:ERROR for an invalid key -> key: unknown is ERROR for each recipient, as it was given
  // spec: ERP-compatible endpoints | error | A: 0:<recipient>:ERROR for insufficient credit -> outcome: credit is spent in the order of the request until it is out
  // spec: ERP-compatible endpoints | rule | A: an X-API-Key header is no credential -> key: X-API-Key means nothing
  // spec: ERP-compatible endpoints | default | A: priority NORMAL ; A: sender is the default channel -> outcome: priority NORMAL, by the name of the interface, from the default channel
  // spec: ERP-compatible endpoints | limit | A: 10000 recipients: more are refused whole -> limit: 10000 recipients
  // spec: ERP-compatible endpoints | limit | A: 10000 recipients: more are refused whole -> limit: more than 10000 recipients are refused as a whole
  // spec: ERP-compatible endpoints | limit | A: requestsPerMinute: 429 -> limit: more requests a minute are 429 with Retry-After, and nothing is sent
  // spec: ERP-compatible endpoints | rule | A: recipients separated by comma, semicolon or line break -> recipients: separated by comma
  // spec: ERP-compatible endpoints | rule | A: recipients separated by comma, semicolon or line break -> recipients: separated by semicolon
  // spec: ERP-compatible endpoints | rule | A: recipients separated by comma, semicolon or line break -> recipients: separated by line breaks
  // spec: ERP-compatible endpoints | rule | A: recipients in local or international form, answered in normalised digits -> recipients: '0821234567' is 27821234567
  // spec: ERP-compatible endpoints | rule | A: recipients in local or international form, answered in normalised digits -> recipients: '+27821234567' is 27821234567
  // spec: ERP-compatible endpoints | rule | A: a number named twice gets two messages -> recipients: a number named twice gets two messages
  // spec: ERP-compatible endpoints | rule | A: text is sent untrimmed -> text by GET: blanks around it are kept
  // spec: ERP-compatible endpoints | limit | A: more than 255 parts: ERROR -> text: more than 255 parts are ERROR for each recipient
  cases: [...textCases(erpAInterface), ...erpACases],
})

// spec: ERP-compatible endpoints | default | A: no limit of requests a minute
test('requestsPerMinute is off unless it is set', () =>
  withAdapterKit(erpA, { config: {} }, async (kit) => {
    const request = sending(erpAInterface, texting(erpAInterface, THERE))
    for (let count = 0; count < 400; count += 1) assert.equal((await kit.request(request)).status, 200)
  }))
