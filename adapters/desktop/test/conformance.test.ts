import {
  largestTexts,
  ROW_REQUESTS_PER_MINUTE,
  renderParametersTable,
  runAdapterConformance,
  textCases,
} from '@heliograph/testkit'
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
  largest: largestTexts(desktopInterface),
  config: { requestsPerMinute: ROW_REQUESTS_PER_MINUTE },
  credentials: { refusal: { status: 200, body: /^ERROR! \[key\]|^(?:(?:^|,)0:[^,]*:ERROR)+$/ } },
  errorsLikeSuccess: ['invalid', 'unauthenticated', 'forbidden', 'conflict', 'unavailable', 'internal'],
  // spec: Desktop accounting endpoint | endpoint | /api/http/accounting/desktop/main.ashx -> sends one text by GET
  // spec: Desktop accounting endpoint | method | GET -> sends one text by GET
  // spec: Desktop accounting endpoint | rule | GET takes the query string -> sends one text by GET
  // spec: Desktop accounting endpoint | method | POST -> sends one text by POST
  // spec: Desktop accounting endpoint | header | Content-Type: application/x-www-form-urlencoded -> sends one text by POST
  // spec: Desktop accounting endpoint | field | key -> key: by key
  // spec: Desktop accounting endpoint | alias | password for key -> key: by password
  // spec: Desktop accounting endpoint | rule | a key is required -> key: missing
  // spec: Desktop accounting endpoint: errors | error | ERROR! [key] or [password] NOT PROVIDED -> key: missing
  // spec: Desktop accounting endpoint | field | to ; message -> sends one text by GET
  // spec: Desktop accounting endpoint | alias | recipient for to -> recipients: recipient is an alias of to
  // spec: Desktop accounting endpoint | alias | mobile for to -> recipients: mobile is an alias of to
  // spec: Desktop accounting endpoint | alias | cellphone for to -> recipients: cellphone is an alias of to
  // spec: Desktop accounting endpoint | alias | number for to -> recipients: number is an alias of to
  // spec: Desktop accounting endpoint | alias | telephone for to -> recipients: telephone is an alias of to
  // spec: Desktop accounting endpoint | rule | recipients are separated by comma -> recipients: separated by comma
  // spec: Desktop accounting endpoint | text | <sms_id>:<recipient>:<status>,<sms_id>:<recipient>:<status> -> recipients: separated by comma
  // spec: Per-recipient result (text interfaces) | text | <sms_id>:<recipient>:<status> -> recipients: separated by comma
  // spec: Desktop accounting endpoint | rule | a recipient is required -> recipients: missing
  // spec: Desktop accounting endpoint: errors | error | ERROR! [to] or [recipient] or [mobile] List of recipients (mobile numbers) NOT GIVEN -> recipients: missing
  // spec: Desktop accounting endpoint: errors | status | 200 -> recipients: missing
  // spec: Desktop accounting endpoint | alias | msg for message -> text: msg is an alias of message
  // spec: Desktop accounting endpoint | alias | text for message -> text: text is an alias of message
  // spec: Desktop accounting endpoint | rule | a text is required -> text: missing
  // spec: Desktop accounting endpoint: errors | error | ERROR! [message] or [msg] or [text] Message text NOT GIVEN -> text: missing
  // spec: Desktop accounting endpoint | field | ref -> reference: by ref
  // spec: Desktop accounting endpoint | alias | msg_ref for ref -> reference: by msg_ref
  // spec: Desktop accounting endpoint | default | ref is none -> reference: none
  // spec: Desktop accounting endpoint: errors | error | 0:<recipient>:ERROR for an invalid API key -> key: unknown is ERROR for each recipient, as it was given
  // spec: Desktop accounting endpoint: errors | error | 0:<recipient>:ERROR without credit -> outcome: no credit for any
  cases: [...textCases(desktopInterface), ...desktopCases],
  documentation: {
    parameters: renderParametersTable([
      { names: PARAMETERS.key, required: true, meaning: 'The API key.' },
      { names: PARAMETERS.recipients, required: true, meaning: 'Recipients, in local or international form.' },
      { names: PARAMETERS.text, required: true, meaning: 'The text.' },
      { names: PARAMETERS.reference, required: false, meaning: 'A label that the client gives; webhooks repeat it.' },
    ]),
  },
})
