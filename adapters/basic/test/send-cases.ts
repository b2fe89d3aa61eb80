import { type AdapterCase, type TestRequest, THERE } from '@heliograph/testkit'
import { refusal } from './interface.ts'

const sent = (recipient = THERE) => ({
  status: 200,
  headers: { sms_api_response: 'success', 'content-type': 'text/plain; charset=utf-8' },
  body: `success|1:${recipient}:PENDING`,
  submitted: [{ to: recipient, text: 'Hello' }],
})

const NO_ACTION = refusal('ERR-90002', 'Action missing or invalid')
const NO_RECIPIENTS = refusal('ERR-SENDSMS-01', 'Recipient list not given')
const BAD_NUMBERS = refusal('ERR-SENDSMS-02', 'Invalid mobile number format')
const NO_TEXT = refusal('ERR-SENDSMS-03', 'Message text not given')

const row = (name: string, query: TestRequest['query'], expect: AdapterCase['expect']): AdapterCase => {
  return { name: `send: ${name}`, request: { query }, expect }
}

const TEXT = { to: '0821234567', msg: 'Hello' }

/** The rows that only sending here needs: the action, and the texts of its errors. */
export const sendCases: readonly AdapterCase[] = [
  // spec: Basic HTTP interface | field | action ; action=sendsms -> send: action=sendsms
  // spec: Basic HTTP interface | header | sms_api_response ; sms_api_response: success -> send: action=sendsms
  row('action=sendsms', { action: 'sendsms', ...TEXT }, sent()),
  row('the action in any letter case', { ACTION: ' SendSMS ', ...TEXT }, sent()),
  // spec: Basic HTTP interface | rule | without an action, to sends -> send: no action is needed with to
  // spec: Basic HTTP interface | rule | without an action, mobile sends -> send: no action is needed with mobile
  // spec: Basic HTTP interface | rule | without an action, msisdn sends -> send: no action is needed with msisdn
  // spec: Basic HTTP interface | rule | without an action, recipient sends -> send: no action is needed with recipient
  ...['to', 'mobile', 'msisdn', 'recipient'].map((name) => {
    return row(`no action is needed with ${name}`, { [name]: '0821234567', msg: 'Hello' }, sent())
  }),
  row('an empty action counts as absent', { action: '', ...TEXT }, sent()),
  // spec: Basic HTTP interface: errors | error | ERR-90002 Action missing or invalid -> send: no action and no recipient
  // spec: Basic HTTP interface: errors | rule | ERR-90002 without an action -> send: no action and no recipient
  row('no action and no recipient', { msg: 'Hello' }, NO_ACTION),
  row('nothing at all', '', NO_ACTION),
  row('no action and an empty recipient', { to: '', msg: 'Hello' }, NO_RECIPIENTS),
  // spec: Basic HTTP interface: errors | rule | ERR-90002 for an unknown action -> send: action=send is invalid
  ...['send', 'sendsms2', '0', 'toString', '__proto__'].map((action) => {
    return row(`action=${action} is invalid`, { action, ...TEXT }, NO_ACTION)
  }),
  row('an action given twice is invalid', 'action=sendsms&action=sendsms&to=0821234567&msg=Hello', NO_ACTION),
  // spec: Basic HTTP interface: errors | error | ERR-SENDSMS-01 Recipient list not given -> send: no recipients
  // spec: Basic HTTP interface: errors | text | <code>|<text> -> send: no recipients
  // spec: Basic HTTP interface: errors | header | sms_api_response: the code -> send: no recipients
  // spec: Basic HTTP interface: errors | status | 200 -> send: no recipients
  row('no recipients', { action: 'sendsms', msg: 'Hello' }, NO_RECIPIENTS),
  row('no recipients goes before no text', { action: 'sendsms' }, NO_RECIPIENTS),
  // spec: Basic HTTP interface: errors | error | ERR-SENDSMS-03 Message text not given -> send: no text
  row('no text', { to: '0821234567' }, NO_TEXT),
  row('no text goes before a bad number', { to: 'n/a' }, NO_TEXT),
  // spec: Basic HTTP interface: errors | error | ERR-SENDSMS-02 Invalid mobile number format -> send: a bad number alone
  row('a bad number alone', { ...TEXT, to: 'n/a' }, BAD_NUMBERS),
  row('bad numbers alone', { ...TEXT, to: 'n/a,12;+,0' }, BAD_NUMBERS),
  row(
    'digits of another script alone',
    { ...TEXT, to: '\u0660\u0668\u0662\u0661\u0662\u0663\u0664\u0665\u0666\u0667' },
    BAD_NUMBERS,
  ),
  row(
    'a bad number beside a good one',
    { ...TEXT, to: `n/a,${THERE}` },
    {
      ...sent(),
      body: `success|0:n/a:ERROR|1:${THERE}:PENDING`,
    },
  ),
  row(
    'no result can be made up by what is no number',
    { ...TEXT, to: `x:ERROR|2:27829876543:PENDING,${THERE}` },
    {
      ...sent(),
      body: `success|0:x:ERROR 2:27829876543:PENDING:ERROR|1:${THERE}:PENDING`,
    },
  ),
  {
    name: 'send: bad numbers alone, also without a channel',
    before: ({ engine, account }) => engine.setChannelEnabled(account.channel.channelId, false),
    request: { query: { ...TEXT, to: 'n/a' } },
    expect: BAD_NUMBERS,
  },
  {
    name: 'send: success whatever became of the recipients',
    before: ({ engine, account }) => void engine.contacts.set(account.clientId, THERE, 'opted-out', { kind: 'web' }),
    request: { query: TEXT },
    expect: { ...sent(), body: `success|0:${THERE}:ERROR`, submitted: [] },
  },
  // spec: Basic HTTP interface: errors | error | EXP-SENDSMS-01 Exception while sending
  {
    name: 'send: a fault of ours is EXP-SENDSMS-01 without its text',
    before: ({ engine }) => engine.failNext(new Error('an inner text'), 'submissions'),
    request: { query: TEXT },
    expect: {
      ...refusal('EXP-SENDSMS-01', 'Exception while sending: Internal error'),
      logs: [{ level: 'error', text: 'request failed' }],
    },
  },
  {
    name: 'send: JSON is no form',
    request: { method: 'POST', json: { action: 'sendsms', ...TEXT } },
    expect: NO_ACTION,
  },
]
