import { type AdapterCase, THERE } from '@heliograph/testkit'
import { FORBIDDEN, post, refuses, rejected, sends } from './interface.ts'

const TO = { To: THERE, From: '12345' }

/** What is sent by POST with the fields in headers. */
export const headerCases: readonly AdapterCase[] = [
  sends('headers: the body is the text', post(TO, 'Hello'), { to: THERE, text: 'Hello' }),
  sends('headers: ISO-8859-1 unless it says otherwise', post(TO, Buffer.from('caf\xe9', 'latin1')), { text: 'café' }),
  sends('headers: the charset of the body', post(TO, 'Жук', 'text/plain; charset=utf-8'), { text: 'Жук' }),
  sends('headers: coding 2', post({ ...TO, Coding: '2' }, 'Жук', 'text/plain; charset="UTF-8"'), { text: 'Жук' }),
  sends('headers: octets', post(TO, Buffer.from([1, 255]), 'application/octet-stream'), {
    text: '01FF',
    encoding: 'binary',
  }),
  sends('headers: without a type octets', post(TO, 'AB', null), { text: '4142', encoding: 'binary' }),
  ...['050003010201', '%05%00%03%01%02%01'].map((UDH) =>
    sends(`headers: udh ${UDH}`, post({ ...TO, UDH }, 'AB'), { text: 'AB', userDataHeader: '050003010201' }),
  ),
  sends(
    'headers: all others',
    post(
      { ...TO, MClass: '0', Validity: '2', Account: 'order 7', 'DLR-Mask': '1', 'DLR-Url': 'http://c.example/?%d' },
      'Hi',
    ),
    { flash: true, validitySeconds: 120, reference: 'order 7', notifyUrl: 'http://c.example/?%d' },
  ),
  refuses('headers: no log-in', post({ ...TO, username: undefined, password: undefined }, 'Hello'), FORBIDDEN),
  refuses('headers: no receiver', post({}, 'Hello'), rejected('Missing receiver(s) number(s), rejected')),
  refuses('headers: an invalid type', post(TO, 'Hi', 'constructor'), rejected('Invalid content-type')),
  refuses('headers: HTML', post(TO, '<p>Hi</p>', 'text/html'), rejected('Unsupported content-type, rejected', 415)),
  refuses('headers: JSON', post(TO, '{}', 'application/json'), rejected('Invalid content-type')),
]
