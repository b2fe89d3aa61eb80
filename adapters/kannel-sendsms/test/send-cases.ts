import { type AdapterCase, CONFORMANCE_API_KEY, ELSEWHERE, MANUAL_CLOCK_START, THERE } from '@heliograph/testkit'
import { ACCEPTED, GOOD, get, LOGIN, NOT_ROUTABLE, PATH, refuses, rejected, sends, USER } from './interface.ts'

const TEXT = `from=12345&to=${THERE}&text`
const repeated = (times: number) => ({
  method: 'POST' as const,
  path: PATH,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `${LOGIN}&from=12345&text=Hello&to=${Array.from({ length: times }, () => THERE).join('+')}`,
})

const DENIED = rejected('Number(s) has/have been denied by white- and/or black-lists.')
const MINUTE_MS = 60_000

const later = (minutes: number) => new Date(MANUAL_CLOCK_START + minutes * MINUTE_MS)

/** What is sent by GET. */
export const sendCases: readonly AdapterCase[] = [
  sends('sends a text', get(GOOD), {
    to: THERE,
    text: 'Hello',
    origin: 'kannel-sendsms',
    flash: false,
    notifyUrl: null,
  }),
  sends('names of the login: user and pass', get(GOOD, `user=${USER.email}&pass=${CONFORMANCE_API_KEY}`), {}),
  sends('without a sender the default channel sends', get(`to=${THERE}&text=Hello`), {}),
  sends('a parameter that is repeated: the first counts', get(`${GOOD}&text=Bye&to=${ELSEWHERE}`), { text: 'Hello' }),
  {
    name: 'several receivers, separated by blanks',
    request: get(`from=1&to=${THERE}+${ELSEWHERE}++${THERE}&text=Hello`),
    expect: { ...ACCEPTED, submitted: [{ to: THERE }, { to: ELSEWHERE }] },
  },
  sends('a receiver with +', get(`to=%2B${THERE}&text=Hello`), { to: THERE }),
  sends('a receiver with 00 in front', get(`to=00${THERE}&text=Hello`), { to: THERE }),
  sends('a receiver with hyphens, in national form', get('to=082-123-4567&text=Hello'), { to: THERE }),
  sends('a receiver that is no number is left out when there are others', get(`to=n/a+${THERE}&text=Hello`), {}),
  refuses('no receiver', get('text=Hello'), rejected('Missing receiver number, rejected')),
  refuses('an empty receiver', get('to=&text=Hello'), rejected('Empty receiver number not allowed, rejected')),
  refuses('a blank receiver', get('to=+&text=Hello'), DENIED),
  refuses('receivers that are no numbers', get('to=n/a+x&text=Hello'), DENIED),
  // Not a request to vary in other checks: they should be fast.
  { name: 'a receiver 100,000 times', request: () => repeated(100_000), expect: ACCEPTED },
  refuses(
    'a receiver more than 100,000 times',
    repeated(100_001),
    rejected('At most 10000 receivers are allowed, rejected'),
  ),
  refuses('receivers with commas between them', get(`to=${THERE},${ELSEWHERE}&text=Hello`), DENIED),
  refuses('an impossible number', get('to=12&text=Hello'), DENIED),
  refuses('no text', get(`to=${THERE}`), rejected('Empty text not allowed, rejected')),
  refuses('an empty text', get(`to=${THERE}&text=`), rejected('Empty text not allowed, rejected')),
  refuses('a text of more than 255 parts', get(`to=${THERE}&text=${'x'.repeat(39_100)}`), NOT_ROUTABLE),
  sends('a text in UTF-8', get(`${TEXT}=caf%C3%A9+%E2%82%AC`), { text: 'café €', encoding: 'gsm' }),
  sends('a text that is no UTF-8 is windows-1252', get(`${TEXT}=caf%E9`), { text: 'café' }),
  sends('charset: ISO-8859-1', get(`${TEXT}=%C3%A9&charset=ISO-8859-1`), { text: 'Ã©' }),
  sends('charset: windows-1252', get(`${TEXT}=%80&charset=windows-1252`), { text: '€' }),
  sends('charset: any that is known', get(`${TEXT}=%F0%D2&charset=koi8-r`), { text: 'Пр', encoding: 'ucs2' }),
  sends('charset: an empty one counts as absent', get(`${TEXT}=Hi&charset=`), { text: 'Hi' }),
  refuses('charset: unknown', get(`${TEXT}=Hi&charset=nonsense`), rejected('Charset or body misformed, rejected')),
  sends('coding 0 and letters beyond GSM: nothing is lost', get(`${TEXT}=%D0%96&coding=0`), {
    text: 'Ж',
    encoding: 'ucs2',
  }),
  sends('coding 2: UTF-16BE', get(`${TEXT}=%04%16&coding=2`), { text: 'Ж', encoding: 'ucs2' }),
  sends('coding 2 in another charset', get(`${TEXT}=%D0%96&coding=2&charset=utf-8`), { text: 'Ж', encoding: 'ucs2' }),
  sends('coding 2 in UCS-2', get(`${TEXT}=%04%16&coding=2&charset=UCS-2`), { text: 'Ж' }),
  refuses('coding 2: half a character', get(`${TEXT}=%04&coding=2`), rejected('Charset or body misformed, rejected')),
  sends('coding 1: octets', get(`${TEXT}=%01%FF&coding=1`), { text: '01FF', encoding: 'binary' }),
  sends('udh: without a coding the text is octets', get(`${TEXT}=AB&udh=%06%05%04%0B%84%23%F0`), {
    text: '4142',
    encoding: 'binary',
    userDataHeader: '0605040B8423F0',
  }),
  sends('udh and coding 0: text', get(`${TEXT}=AB&coding=0&udh=%05%00%03%01%02%01`), {
    text: 'AB',
    userDataHeader: '050003010201',
  }),
  sends('udh: an empty one counts as absent', get(`${GOOD}&udh=`), { encoding: 'gsm' }),
  refuses('udh: in hexadecimal', get(`${GOOD}&udh=050003010201`), rejected('UDH field misformed, rejected')),
  refuses(
    'udh: longer than an SMS',
    get(`${GOOD}&udh=%8C${'x'.repeat(140)}`),
    rejected('UDH field is too long, rejected'),
  ),
  sends('mclass 0: shown at once', get(`${GOOD}&mclass=0`), { flash: true }),
  sends('mclass 1', get(`${GOOD}&mclass=1`), { flash: false }),
  sends('numbers are read as far as they are numbers', get(`${GOOD}&mclass=0x&coding=abc&validity=+7+`), {
    flash: true,
    validitySeconds: 420,
  }),
  sends('validity in minutes', get(`${GOOD}&validity=60`), { validitySeconds: 3_600 }),
  sends('validity: a minute at least', get(`${GOOD}&validity=0`), { validitySeconds: 60 }),
  sends('validity: a week at most', get(`${GOOD}&validity=99999999999`), { validitySeconds: 604_800 }),
  sends('validity: -1 counts as absent', get(`${GOOD}&validity=-1`), {}),
  {
    name: 'deferred in minutes',
    request: get(`${GOOD}&deferred=5`),
    expect: {
      status: 202,
      body: '3: Queued for later delivery',
      submitted: [{ text: 'Hello', state: 'scheduled', scheduledAt: later(5) }],
    },
  },
  {
    name: 'deferred: the validity counts from now',
    request: get(`${GOOD}&deferred=5&validity=15`),
    expect: { status: 202, body: /^3: /, submitted: [{ validitySeconds: 600, scheduledAt: later(5) }] },
  },
  sends('deferred: 0 is now', get(`${GOOD}&deferred=0`), { state: 'queued' }),
  refuses(
    'deferred: more than 180 days',
    get(`${GOOD}&deferred=259201`),
    rejected('Deferred field misformed, rejected'),
  ),
  sends('account: the reference of the message', get(`${GOOD}&account=order+7`), { reference: 'order 7' }),
  refuses(
    'account: more than 64 characters',
    get(`${GOOD}&account=${'x'.repeat(65)}`),
    rejected('Account field misformed or too long, rejected'),
  ),
  refuses('account: brackets', get(`${GOOD}&account=a%5Bb`), rejected('Account field misformed or too long, rejected')),
  sends(
    'what has no use here is checked and ignored',
    get(`${GOOD}&smsc=a&pid=1&mwi=0&alt-dcs=1&rpi=1&compress=0&priority=3&binfo=b`),
    {},
  ),
  ...[
    ['dlr-mask', 'DLR-Mask', ['-2', '67']],
    ['dlrmask', 'DLR-Mask', ['67']],
    ['mclass', 'MClass', ['4']],
    ['pid', 'PID', ['256']],
    ['rpi', 'RPI', ['3']],
    ['alt-dcs', 'Alt-DCS', ['2']],
    ['mwi', 'MWI', ['8']],
    ['coding', 'Coding', ['3', '-2']],
    ['compress', 'Compress', ['2']],
    ['validity', 'Validity', ['-5']],
    ['deferred', 'Deferred', ['-2']],
    ['priority', 'Priority', ['4']],
  ].flatMap(([name, label, values]) =>
    (values as readonly string[]).map((value) =>
      refuses(`${name}=${value}`, get(`${GOOD}&${name}=${value}`), rejected(`${label} field misformed, rejected`)),
    ),
  ),
]
