import type { AdapterCase } from '@heliograph/testkit'
import { accepted, ELSEWHERE, PATH, raw, refused, sending, THERE } from './requests.ts'

const alias = (name: string, json: object, submitted: object): AdapterCase => ({
  name: `field: ${name}`,
  request: { json },
  expect: accepted(submitted),
})

/** Names, aliases and their order of precedence. */
export const fieldCases: readonly AdapterCase[] = [
  // spec: Accounting add-on JSON endpoint | field | to -> field: to
  alias('to', { to: THERE, message: 'm' }, { to: THERE }),
  // spec: Accounting add-on JSON endpoint | alias | recipients for to -> field: recipients
  alias('recipients', { recipients: THERE, message: 'm' }, { to: THERE }),
  // spec: Accounting add-on JSON endpoint | alias | recipient for to -> field: recipient
  alias('recipient', { recipient: THERE, message: 'm' }, { to: THERE }),
  alias('to goes before recipients and recipient', { recipient: '1', recipients: '2', to: THERE, message: 'm' }, {}),
  alias('recipients goes before recipient', { recipient: '1', recipients: THERE, message: 'm' }, {}),
  alias('an empty to counts as absent', { to: ' ', recipients: null, recipient: THERE, message: 'm' }, {}),
  alias('an empty list counts as absent', { to: [], recipient: THERE, message: 'm' }, {}),
  // spec: Accounting add-on JSON endpoint | field | message -> field: message
  alias('message', { to: THERE, message: 'm' }, { text: 'm' }),
  // spec: Accounting add-on JSON endpoint | alias | text for message -> field: text
  alias('text', { to: THERE, text: 't' }, { text: 't' }),
  // spec: Accounting add-on JSON endpoint | alias | msg for message -> field: msg
  alias('msg', { to: THERE, msg: 'g' }, { text: 'g' }),
  alias('message goes before text and msg', { to: THERE, msg: 'g', text: 't', message: 'm' }, { text: 'm' }),
  alias('text goes before msg', { to: THERE, msg: 'g', text: 't' }, { text: 't' }),
  alias('an empty message counts as absent', { to: THERE, message: '', text: null, msg: 'g' }, { text: 'g' }),
  // spec: Accounting add-on JSON endpoint | field | ref -> field: ref
  alias('ref', { to: THERE, message: 'm', ref: 'INV-17' }, { reference: 'INV-17' }),
  // spec: Accounting add-on JSON endpoint | alias | reference for ref -> field: reference
  alias('reference', { to: THERE, message: 'm', reference: 'INV-18' }, { reference: 'INV-18' }),
  alias('ref goes before reference', { to: THERE, message: 'm', reference: 'b', ref: 'a' }, { reference: 'a' }),
  alias('ref as a number', { to: THERE, message: 'm', ref: 17 }, { reference: '17' }),
  alias('ref is not required', { to: THERE, message: 'm', ref: null }, { reference: null }),
  alias(
    'ref is cut at 200 characters',
    { to: THERE, message: 'm', ref: 'r'.repeat(201) },
    { reference: 'r'.repeat(200) },
  ),
  alias('metadata', { to: THERE, message: 'm', MetaData: { Order: 7 } }, { metadata: { Order: 7 } }),
  alias('metadata is not required', { to: THERE, message: 'm', metadata: null }, { metadata: undefined }),
  ...['text', [7], { a: 'x'.repeat(2_041) }].map(
    (metadata): AdapterCase => ({
      name: `field: metadata that cannot be kept are refused: ${JSON.stringify(metadata).slice(0, 8)}`,
      request: sending({ metadata }),
      expect: refused(400, 'send_error', 'metadata must be a JSON object of at most 2048 octets'),
    }),
  ),
  alias('from is ignored', { to: THERE, message: 'm', from: 'ACME' }, { from: '27820001234' }),
  // spec: Accounting add-on JSON endpoint | field | from, ignored
  // spec: Accounting add-on JSON endpoint | default | the sender is the default channel
  {
    name: 'field: from is ignored, although it names a channel of the client',
    before: ({ engine, account }) => void engine.addChannel(account.clientId, { sender: 'ACME' }),
    request: sending({ from: 'ACME' }),
    expect: accepted({ from: '27820001234' }),
  },
  alias('unknown fields are ignored', { to: THERE, message: 'm', sendAt: 'tomorrow', flash: {} }, {}),
  alias('names in any letter case', { TO: THERE, Message: 'm', REF: 'r' }, { text: 'm', reference: 'r' }),
  alias('of names that differ in case the first with a value', { To: '', TO: THERE, tO: '1', message: 'm' }, {}),
  {
    name: 'field: a list as text is no text',
    request: sending({ message: ['a', 'b'] }),
    expect: refused(400, 'missing_message', 'Message text not given (message, text or msg)'),
  },
  {
    name: 'field: fields in the query mean nothing',
    request: { json: { message: 'm' }, query: { to: ELSEWHERE } },
    expect: refused(400, 'missing_recipients'),
  },
  {
    name: 'body: a Content-Type of another kind is tolerated',
    request: raw(JSON.stringify({ to: THERE, message: 'm' }), 'text/plain; charset=windows-1252'),
    expect: accepted(),
  },
  {
    name: 'body: a Content-Type of forms is tolerated',
    request: raw(JSON.stringify({ to: THERE, message: 'm' }), 'application/x-www-form-urlencoded'),
    expect: accepted(),
  },
  {
    name: 'body: no Content-Type is tolerated',
    request: { body: JSON.stringify({ to: THERE, message: 'm' }) },
    expect: accepted(),
  },
  {
    name: 'body: a byte order mark is tolerated',
    request: raw(`\ufeff${JSON.stringify({ to: THERE, message: 'ü' })}`),
    expect: accepted({ text: 'ü' }),
  },
  { name: 'path: in any letter case', request: { ...sending(), path: PATH.toUpperCase() }, expect: accepted() },
  { name: 'path: with a slash behind it', request: { ...sending(), path: `${PATH}/` }, expect: accepted() },
]
