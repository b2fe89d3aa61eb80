import { CONFORMANCE_API_KEY, ELSEWHERE, type TestRequest, THERE } from '@heliograph/testkit'
import { GOOD, get, LOGIN, PATH, post, USER } from './interface.ts'

const TO = { To: THERE, From: '12345' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const dlr = (url: string, mask: number | string = 31) =>
  get(`${GOOD}&dlr-mask=${mask}&dlr-url=${encodeURIComponent(url)}`)
const withText = (parameters: string) => get(`from=12345&to=${THERE}&${parameters}`)

type Compared = readonly [name: string, request: TestRequest]

const NUMBERS: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['dlr-mask', ['-2', '-1', '31', '66', '67', 'x']],
  ['dlrmask', ['67']],
  ['mclass', ['-2', '-1', '0', '3', '4', '0x', 'x', '+1']],
  ['pid', ['255', '256']],
  ['rpi', ['2', '3']],
  ['alt-dcs', ['1', '2']],
  ['mwi', ['7', '8']],
  ['coding', ['-2', '0', '3']],
  ['compress', ['1', '2']],
  ['validity', ['-5', '-1', '0', '60']],
  ['deferred', ['-2', '-1', '0']],
  ['priority', ['3', '4']],
]

/** Requests that Kannel and the adapter answer alike. */
export const COMPARED: readonly Compared[] = [
  ['a text', get(GOOD)],
  ['user and pass', get(GOOD, `user=${USER.email}&pass=${CONFORMANCE_API_KEY}`)],
  ['no log-in', get(GOOD, '')],
  ['no password', get(GOOD, `username=${USER.email}`)],
  ['a wrong password', get(GOOD, `username=${USER.email}&password=x`)],
  ['an unknown user', get(GOOD, `username=x&password=${CONFORMANCE_API_KEY}`)],
  ['a wrong password goes first', get('coding=9', `username=${USER.email}&password=x`)],
  ['no receiver', get('from=1&text=Hello')],
  ['an empty receiver', get('from=1&to=&text=Hello')],
  ['a blank receiver', get('from=1&to=+&text=Hello')],
  ['a receiver that is no number', get('from=1&to=n/a&text=Hello')],
  ['receivers, one of them no number', get(`from=1&to=n/a+${THERE}&text=Hello`)],
  ['two receivers', get(`from=1&to=${THERE}+${ELSEWHERE}&text=Hello`)],
  ['receivers with a comma', get(`from=1&to=${THERE},${ELSEWHERE}&text=Hello`)],
  ['the same receiver twice', get(`from=1&to=${THERE}++${THERE}&text=Hello`)],
  ['a receiver with +', get(`from=1&to=%2B${THERE}&text=Hello`)],
  ['a receiver with 00', get(`from=1&to=00${THERE}&text=Hello`)],
  ['a receiver with hyphens', get('from=1&to=082-123-4567&text=Hello')],
  ['a repeated text', get(`${GOOD}&text=Bye`)],
  ['a text in UTF-8', withText('text=%C3%A9')],
  ['a text that is no UTF-8', withText('text=caf%E9')],
  ['a text that is not what its charset says', withText('text=caf%E9&charset=utf-8')],
  ['a text with NUL', withText('text=a%00b')],
  ['a broken escape', withText('text=5%zz')],
  ['charset ISO-8859-1', withText('text=%E9&charset=ISO-8859-1')],
  ['charset KOI8-R', withText('text=%F0&charset=koi8-r')],
  ['charset UTF-16BE', withText('text=%04%16&coding=2&charset=UTF-16BE')],
  ['an unknown charset', withText('text=Hi&charset=nonsense')],
  ['an empty charset', withText('text=Hi&charset=')],
  ['coding 2', withText('text=%04%16&coding=2')],
  ['coding 2 in UTF-8', withText('text=%D0%96&coding=2&charset=utf-8')],
  ['coding 1', withText('text=%01%FF&coding=1')],
  ['udh', withText('text=AB&udh=%06%05%04%0B%84%23%F0')],
  ['udh and coding 0', withText('text=AB&coding=0&udh=%05%00%03%01%02%01')],
  ['an empty udh', get(`${GOOD}&udh=`)],
  ['udh of another length', get(`${GOOD}&udh=%06`)],
  ['udh in hexadecimal', get(`${GOOD}&udh=050003010201`)],
  ['udh that is too long', get(`${GOOD}&udh=%8C${'x'.repeat(140)}`)],
  ['udh goes before the receivers', get('from=1&to=n/a&text=Hello&udh=%06')],
  ['account', get(`${GOOD}&account=order`)],
  ['account of 64 characters', get(`${GOOD}&account=${'x'.repeat(64)}`)],
  ['account of 65 characters', get(`${GOOD}&account=${'x'.repeat(65)}`)],
  ['account with brackets', get(`${GOOD}&account=a%5Bb`)],
  ['dlr-url', dlr('http://127.0.0.1:9/?%d')],
  ['dlr-url in upper case', dlr('HTTP://127.0.0.1:9/?%d')],
  ['invalid dlr-url', dlr('x')],
  ['dlr-url by FTP', dlr('ftp://127.0.0.1/')],
  ['dlr-url without a mask', get(`${GOOD}&dlr-url=http://127.0.0.1:9/`)],
  ['dlr-url goes before dlr-mask', dlr('x', 67)],
  ['dlr-mask goes before coding', get(`${GOOD}&coding=9&dlr-mask=67`)],
  ['coding goes before charset', get(`${GOOD}&coding=9&charset=nonsense`)],
  ...NUMBERS.flatMap(([name, values]) =>
    values.map((value): Compared => [`${name}=${value}`, get(`${GOOD}&${name}=${encodeURIComponent(value)}`)]),
  ),
  ['headers: text', post(TO, 'Hello')],
  ['headers: charset', post(TO, 'Жук', 'text/plain; charset=utf-8')],
  ['headers: octets', post(TO, 'AB', 'application/octet-stream')],
  ['headers: no type', post(TO, 'AB', null)],
  ['headers: udh in hexadecimal', post({ ...TO, UDH: '050003010201' }, 'AB')],
  ['headers: udh with escapes', post({ ...TO, UDH: '%05%00%03%01%02%01' }, 'AB')],
  ['headers: no log-in', post({ ...TO, username: undefined, password: undefined }, 'Hello')],
  ['headers: no receiver', post({ From: '1' }, 'Hello')],
  ['headers: a receiver that is no number', post({ From: '1', To: 'x' }, 'Hello')],
  ['headers: coding 3', post({ ...TO, Coding: '3' }, 'Hello')],
  ['headers: JSON', post(TO, '{}', 'application/json')],
  ['headers: HTML', post(TO, '<p>Hi</p>', 'text/html')],
]

const ACCEPTED = '202 0: Accepted for delivery'
const DENIED = '400 Number(s) has/have been denied by white- and/or black-lists.'

/** Requests that are answered differently, with the reason. */
export const DIFFERENCES: readonly {
  readonly name: string
  readonly request: TestRequest
  readonly kannel: string
  readonly here: string
  readonly why: string
}[] = [
  {
    name: 'an empty text',
    request: withText('text='),
    kannel: ACCEPTED,
    here: '400 Empty text not allowed, rejected',
    why: 'the gateway sends no empty texts; the words are those of older versions of Kannel',
  },
  {
    name: 'no sender',
    request: get(`to=${THERE}&text=Hello`),
    kannel: '400 Sender missing and no global set, rejected',
    here: ACCEPTED,
    why: 'clients of the gateway have a default channel, like a default-sender of Kannel',
  },
  {
    name: 'an impossible number',
    request: get('from=1&to=12&text=Hello'),
    kannel: ACCEPTED,
    here: DENIED,
    why: 'the gateway looks at numbers before it takes them',
  },
  {
    name: 'deferred',
    request: get(`${GOOD}&deferred=5`),
    kannel: ACCEPTED,
    here: '202 3: Queued for later delivery',
    why: 'Kannel leaves the waiting to its network, the gateway waits itself',
  },
  {
    name: 'half a character in coding 2',
    request: withText('text=%04&coding=2'),
    kannel: ACCEPTED,
    here: '400 Charset or body misformed, rejected',
    why: 'it is no text',
  },
  {
    name: 'dlr-url with a login',
    request: dlr('http://jo:pw@127.0.0.1:9/'),
    kannel: ACCEPTED,
    here: '400 DLR-URL field misformed, rejected',
    why: 'the gateway keeps no foreign passwords',
  },
  {
    name: 'a form',
    request: { method: 'POST', path: PATH, headers: FORM, body: `${LOGIN}&${GOOD}` },
    kannel: '400 Invalid content-type',
    here: ACCEPTED,
    why: 'what a query can say, a form can',
  },
  {
    name: 'an e-mail in another case',
    request: get(GOOD, `username=Jo@ACME.example&password=${CONFORMANCE_API_KEY}`),
    kannel: '403 Authorization failed for sendsms',
    here: ACCEPTED,
    why: 'it is the same e-mail',
  },
]
