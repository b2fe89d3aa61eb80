import type { AdapterCase } from '@heliograph/testkit'
import { accepted, answer, calling, ELSEWHERE, envelope, fault, KEY, sending, THERE, UNKNOWN_KEY } from './requests.ts'

/** The key of a third client. */
const OTHER_KEY = 'Pp3vT8mXz1LrB6wYp9HsD2fGj5NcA7eUo4RtWbVx'

const numbers = Array.from({ length: 10_000 }, (_, index) => `2782${1_000_000 + index}`)

const answered = (
  name: string,
  over: Readonly<Record<string, string>>,
  result: string,
  sent: readonly object[] = [],
) => ({
  name: `sendsms: ${name}`,
  request: sending(over),
  expect: answer('sendsms', result, sent),
})

const refused = (name: string, inner: string, text: string): AdapterCase => ({
  name: `sendsms: ${name}`,
  request: { body: envelope(calling('sendsms', inner)) },
  expect: fault('Client', text),
})

/** Which texts `sendsms` sends to which recipients, and how it answers. */
export const sendCases: readonly AdapterCase[] = [
  // spec: SOAP web service | endpoint | POST /api/wsdl/main.asmx
  // spec: SOAP web service | method | sendsms
  // spec: SOAP web service | text | sendsmsResponse with sendsmsResult ; sendsms: <sms_id>:<recipient>:<status>, joined by commas
  // spec: SOAP web service | rule | namespace is {soap_namespace} of the configuration ; request element is named after the method, in the namespace ; one child element for each parameter
  // spec: SOAP web service | rule | sendsms authenticates by key
  // spec: SOAP web service | default | sendsms priority NORMAL
  // spec: Authentication | field | SOAP: key
  {
    name: 'sendsms: returns <sms_id>:<recipient>:<status>',
    request: sending({ msg_ref: 'INV-17' }),
    expect: {
      ...(accepted() as object),
      status: 200,
      submitted: [
        {
          to: THERE,
          text: 'Hello',
          from: '27820001234',
          origin: 'soap',
          priority: 'NORMAL',
          reference: 'INV-17',
        },
      ],
    },
  },
  // spec: SOAP web service | field | sendsms to separated by commas -> sendsms: several recipients, joined by commas
  // spec: SOAP web service | text | sendsms: <sms_id>:<recipient>:<status>, joined by commas -> sendsms: several recipients, joined by commas
  answered(
    'several recipients, joined by commas',
    { to: `${THERE},${ELSEWHERE}` },
    `1:${THERE}:PENDING,2:${ELSEWHERE}:PENDING`,
    [{ to: THERE }, { to: ELSEWHERE }],
  ),
  // spec: SOAP web service | field | sendsms to separated by semicolons or line breaks -> sendsms: semicolons and line breaks separate as well
  answered(
    'semicolons and line breaks separate as well',
    { to: ` ${THERE};;\n${ELSEWHERE}, ` },
    `1:${THERE}:PENDING,2:${ELSEWHERE}:PENDING`,
    [{}, {}],
  ),
  // spec: SOAP web service | rule | a number named twice gets two messages -> sendsms: a number named twice gets two messages
  answered(
    'a number named twice gets two messages',
    { to: `${THERE},${THERE}` },
    `1:${THERE}:PENDING,2:${THERE}:PENDING`,
    [{}, {}],
  ),
  // spec: SOAP web service | rule | recipients in local or international form, answered in normalised digits -> sendsms: local and international form: +27821234567 in normalised digits
  // spec: SOAP web service | rule | recipients in local or international form, answered in normalised digits -> sendsms: local and international form: 0821234567 in normalised digits
  ...['+27821234567', '0821234567', '(082) 123-4567', '0027821234567'].map((to) =>
    answered(`local and international form: ${to} in normalised digits`, { to }, `1:${THERE}:PENDING`, [{ to: THERE }]),
  ),
  // spec: SOAP | error | sendsms 0:<recipient>:ERROR for each recipient that fails -> sendsms: a bad number beside a good one, as given
  answered(
    'a bad number beside a good one, as given',
    { to: `12,${THERE},n/a` },
    `0:12:ERROR,1:${THERE}:PENDING,0:n/a:ERROR`,
    [{}],
  ),
  answered('only bad numbers', { to: '12' }, '0:12:ERROR'),
  answered('digits of another script are no number', { to: '٢٧٨' }, '0:٢٧٨:ERROR'),
  answered('a recipient that is no number is escaped', { to: '&lt;b&gt;' }, '0:&lt;b&gt;:ERROR'),
  {
    // spec: SOAP | error | sendsms to an opted-out contact: 0:<recipient>:ERROR -> sendsms: an opted-out contact beside another
    ...answered(
      'an opted-out contact beside another',
      { to: `0821234567,${ELSEWHERE}` },
      `0:${THERE}:ERROR,1:${ELSEWHERE}:PENDING`,
      [{}],
    ),
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
  },
  {
    // spec: SOAP | error | sendsms without credit: 0:<recipient>:ERROR -> sendsms: credit is spent in the order of the request until it is out
    ...answered(
      'credit is spent in the order of the request until it is out',
      { key: OTHER_KEY, to: `${THERE},${ELSEWHERE}` },
      `1:${THERE}:PENDING,0:${ELSEWHERE}:ERROR`,
      [{ to: THERE }],
    ),
    before: ({ engine }) => void engine.addAccount({ credit: '0.05', price: '0.05', apiKey: OTHER_KEY }),
  },
  {
    // spec: SOAP web service | rule | sendsms takes the client from key ; sendsms takes the default channel from key -> sendsms: client and default channel are those of the key
    ...answered('client and default channel are those of the key', { key: OTHER_KEY }, `1:${THERE}:PENDING`, [
      { clientId: 1003, from: '27820003333' },
    ]),
    before({ engine, account }) {
      const { clientId } = engine.addAccount({ apiKey: OTHER_KEY })
      for (const id of [account.clientId, clientId]) engine.addChannel(id, { sender: 'ACME' })
      engine.addChannel(clientId, { number: '27820003333', default: true })
    },
  },
  {
    ...answered(
      'no enabled channel: ERROR for each, in normalised digits',
      { to: '0821234567,12' },
      `0:${THERE}:ERROR,0:12:ERROR`,
    ),
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
  },
  // spec: SOAP web service | rule | sendsms authenticates by key -> sendsms: a wrong key: ERROR for each, as given
  // spec: SOAP | error | sendsms with a wrong key: 0:<recipient>:ERROR -> sendsms: a wrong key: ERROR for each, as given
  answered(
    'a wrong key: ERROR for each, as given',
    { key: UNKNOWN_KEY, to: '0821234567;12' },
    '0:0821234567:ERROR,0:12:ERROR',
  ),
  answered('an empty key is a wrong one', { key: '' }, `0:${THERE}:ERROR`),
  // spec: SOAP web service | field | sendsms key: string, required
  // spec: SOAP | error | sendsms without key: 0:<recipient>:ERROR
  {
    name: 'sendsms: a missing key is a wrong one',
    request: { body: envelope(calling('sendsms', `<to>${THERE}</to><msg>Hello</msg>`)) },
    expect: answer('sendsms', `0:${THERE}:ERROR`),
  },
  {
    name: 'sendsms: the key of a disabled user is a wrong one',
    before: ({ engine, account }) => engine.setUserEnabled(account.userId, false),
    request: sending(),
    expect: answer('sendsms', `0:${THERE}:ERROR`),
  },
  {
    name: 'sendsms: the key of a disabled client is a wrong one',
    before: ({ engine, account }) => engine.setClientEnabled(account.clientId, false),
    request: sending(),
    expect: answer('sendsms', `0:${THERE}:ERROR`),
  },
  answered('blanks around the key are no part of it', { key: `\n ${KEY} ` }, `1:${THERE}:PENDING`, [{}]),
  // spec: SOAP web service | limit | more than 255 parts: ERROR -> sendsms: more than 255 parts: ERROR
  answered('more than 255 parts: ERROR', { msg: 'x'.repeat(39_016) }, `0:${THERE}:ERROR`),
  // spec: SOAP web service | limit | 10000 recipients: more are refused whole
  {
    name: 'sendsms: 10,000 recipients are taken',
    request: sending({ to: numbers.join() }),
    expect: { status: 200, body: /:PENDING<\/sendsmsResult>/, submitted: numbers.map((to) => ({ to })) },
  },
  // spec: SOAP web service | rule | text is sent untrimmed -> sendsms: the text is sent untrimmed
  answered('the text is sent untrimmed', { msg: ' \tHi\n ' }, `1:${THERE}:PENDING`, [{ text: ' \tHi\n ' }]),
  answered('references are resolved', { msg: 'a &lt; b &amp;&amp; c &#62; d &#x20AC;' }, `1:${THERE}:PENDING`, [
    { text: 'a < b && c > d €' },
  ]),
  answered('CDATA is text', { msg: '<![CDATA[<b>&amp;</b>]]>!' }, `1:${THERE}:PENDING`, [{ text: '<b>&amp;</b>!' }]),
  answered('comments are left out', { msg: 'Hel<!-- really -->lo' }, `1:${THERE}:PENDING`, [{ text: 'Hello' }]),
  answered(
    'line breaks of the text: CR LF and CR are LF (XML 1.0, 2.11), as a reference CR stays',
    { msg: 'a\r\nb\rc&#13;d' },
    `1:${THERE}:PENDING`,
    [{ text: 'a\nb\nc\rd' }],
  ),
  answered('text beyond GSM', { msg: '“Grüße” 😀' }, `1:${THERE}:PENDING`, [{ text: '“Grüße” 😀', encoding: 'ucs2' }]),
  // spec: SOAP web service | field | sendsms msg_ref: string, optional -> sendsms: msg_ref is not required
  // spec: SOAP web service | default | sendsms msg_ref is empty -> sendsms: msg_ref is not required
  answered('msg_ref is not required', {}, `1:${THERE}:PENDING`, [{ reference: null }]),
  answered('an empty msg_ref counts as absent', { msg_ref: '' }, `1:${THERE}:PENDING`, [{ reference: null }]),
  // spec: SOAP web service | limit | msg_ref cut at 200 characters -> sendsms: msg_ref is cut at 200 characters
  answered('msg_ref is cut at 200 characters', { msg_ref: 'r'.repeat(201) }, `1:${THERE}:PENDING`, [
    { reference: 'r'.repeat(200) },
  ]),
  // spec: SOAP web service | rule | children in any order ; unknown children are ignored
  {
    name: 'sendsms: children in any order, unknown ones ignored',
    request: {
      body: envelope(
        calling(
          'sendsms',
          `<msg_ref>r</msg_ref><from>ACME</from><msg>Hello</msg><x><y/></x><to>${THERE}</to><key>${KEY}</key>`,
        ),
      ),
    },
    expect: accepted({ reference: 'r', from: '27820001234' }),
  },
  // spec: SOAP web service | rule | a repeated parameter is joined with commas
  {
    name: 'sendsms: a repeated parameter is joined with commas',
    request: {
      body: envelope(calling('sendsms', `<to>${THERE}</to><to>${ELSEWHERE}</to><key>${KEY}</key><msg>Hi</msg>`)),
    },
    expect: answer('sendsms', `1:${THERE}:PENDING,2:${ELSEWHERE}:PENDING`, [{}, {}]),
  },
  {
    name: "sendsms: another namespace's children are unknown ones",
    request: {
      body: envelope(
        calling('sendsms', `<to xmlns="urn:other">12</to><to>${THERE}</to><key>${KEY}</key><msg>Hello</msg>`),
      ),
    },
    expect: accepted(),
  },
  // spec: SOAP web service | field | sendsms to: string, required -> sendsms: without to: a Client fault that names it
  // spec: SOAP | error | sendsms without recipients: Client fault that names to -> sendsms: without to: a Client fault that names it
  refused('without to: a Client fault that names it', `<key>${KEY}</key><msg>Hello</msg>`, 'Parameter to is missing'),
  refused('to of separators alone', `<key>${KEY}</key><to>,; </to><msg>Hello</msg>`, 'Parameter to is missing'),
  // spec: SOAP web service | field | sendsms msg: string, required -> sendsms: without msg: a Client fault that names it
  // spec: SOAP | error | sendsms without text: Client fault that names msg -> sendsms: without msg: a Client fault that names it
  refused(
    'without msg: a Client fault that names it',
    `<key>${KEY}</key><to>${THERE}</to>`,
    'Parameter msg is missing',
  ),
  refused('a blank msg', `<key>${KEY}</key><to>${THERE}</to><msg> \n</msg>`, 'Parameter msg is missing'),
  refused(
    'a nil msg',
    `<key>${KEY}</key><to>${THERE}</to><msg xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true">Hello</msg>`,
    'Parameter msg is missing',
  ),
  refused('without any parameter', '', 'Parameter to is missing'),
  refused(
    'an array of recipients',
    `<key>${KEY}</key><to><string>${THERE}</string><string>${ELSEWHERE}</string></to><msg>Hello</msg>`,
    'Parameter to must be a text without elements in it',
  ),
  refused(
    'elements in the text, which it would lose',
    `<key>${KEY}</key><to>${THERE}</to><msg>Hello <b>you</b></msg>`,
    'Parameter msg must be a text without elements in it',
  ),
  refused(
    'recipients and text are checked before the key',
    `<key>${UNKNOWN_KEY}</key><to>${THERE}</to>`,
    'Parameter msg is missing',
  ),
  // spec: SOAP web service | limit | 10000 recipients: more are refused whole
  {
    name: 'sendsms: more than 10,000 recipients, as a whole',
    request: sending({ to: `${numbers.join()},${THERE}` }),
    expect: fault('Client', 'At most 10000 recipients are allowed'),
  },
]
