import { type AdapterCase, MANUAL_CLOCK_START, THERE } from '@heliograph/testkit'
import { ACCEPTED, answers, form, GOOD, get, LOGIN, rejected, sends } from './interface.ts'

const TEXT = `to=${THERE}&content`
const DLR = 'http%3A%2F%2Fclient.example%2Fdlr'
const URL_AS_GIVEN = 'http://client.example/dlr'

const later = (minutes: number) => new Date(MANUAL_CLOCK_START + minutes * 60_000)

/** Wrong values of arguments, each refused in Jasmin's words. */
const WRONG: readonly (readonly [name: string, value: string])[] = [
  ['to', 'n/a'],
  ['to', ''],
  ['coding', '11'],
  ['priority', '4'],
  ['sdt', '1'],
  ['validity-period', '-1'],
  ['dlr', 'maybe'],
  ['dlr-url', 'ftp://c.example/'],
  ['dlr-level', '4'],
  ['dlr-method', 'PUT'],
  ['tags', 'a b'],
]

// spec: Jasmin: messages | endpoint | /send -> sends a text
/** What is sent by `/send`. */
export const sendCases: readonly AdapterCase[] = [
  sends('sends a text', get(GOOD), { to: THERE, text: 'Hello', origin: 'jasmin', flash: false, notifyUrl: null }),
  sends('POST: a form', form(GOOD), {}),
  {
    name: 'POST: JSON',
    request: {
      method: 'POST',
      path: '/send',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...Object.fromEntries(new URLSearchParams(LOGIN)), to: Number(THERE), content: 'Жук' }),
    },
    expect: { ...ACCEPTED, submitted: [{ to: THERE, text: 'Жук' }] },
  },
  sends('without a sender the default channel sends', get(`${TEXT}=Hello`), {}),
  sends('a receiver with +', get(`to=%2B${THERE}&content=Hello`), { to: THERE }),
  sends('a receiver in national form', get('to=0821234567&content=Hello'), { to: THERE }),
  answers('an impossible number', get('to=12&content=Hello'), rejected('Argument [to] has an invalid value: [12].')),
  answers('several receivers', get(`to=${THERE},${THERE}&content=Hi`), {
    status: 400,
    body: /^Error "Argument \[to\] has an invalid value/,
  }),
  answers(
    'nothing but a log-in',
    get(''),
    rejected('Mandatory arguments not found, please refer to the HTTPAPI specifications.'),
  ),
  answers('no receiver', get('content=Hello'), rejected('Mandatory argument [to] is not found.')),
  answers('an unknown argument', get(`${GOOD}&colour=red`), rejected('Argument [colour] is unknown.')),
  answers(
    'a wrong argument goes before an unknown one',
    get(`colour=red&to=x&content=Hello`),
    rejected('Argument [to] has an invalid value: [x].'),
  ),
  ...WRONG.map(([name, value]) =>
    answers(
      `${name}=${value}`,
      get(`${name === 'to' ? '' : `to=${THERE}&`}content=Hello&${name}=${encodeURIComponent(value)}`),
      rejected(`Argument [${name}] has an invalid value: [${value}].`),
    ),
  ),
  answers('no content', get(`to=${THERE}`), rejected('content or hex-content not present.')),
  answers(
    'content of both kinds',
    get(`${GOOD}&hex-content=41`),
    rejected('content and hex-content cannot be used both in same request.'),
  ),
  answers('an empty content', get(`${TEXT}=`), rejected('Argument [content] has an invalid value: [].')),
  sends('coding 0: UTF-8, and nothing is lost', get(`${TEXT}=caf%C3%A9+%D0%96`), { text: 'café Ж', encoding: 'ucs2' }),
  sends('coding 1', get(`${TEXT}=%A3&coding=1`), { text: '£' }),
  sends('coding 3: ISO-8859-1', get(`${TEXT}=caf%E9&coding=3`), { text: 'café' }),
  sends('coding 6: Cyrillic', get(`${TEXT}=%B6&coding=6`), { text: 'Ж' }),
  sends('coding 8: UCS-2', get(`${TEXT}=%04%16&coding=8`), { text: 'Ж', encoding: 'ucs2' }),
  sends('coding 4: octets', get(`${TEXT}=%01%FF&coding=4`), { text: '01FF', encoding: 'binary' }),
  sends('coding 2: octets', get(`${TEXT}=A&coding=2`), { text: '41', encoding: 'binary' }),
  answers('coding 8: half a character', get(`${TEXT}=%04&coding=8`), {
    status: 400,
    body: /^Error "Argument \[content\]/,
  }),
  sends('hex-content: GSM 03.38', get(`to=${THERE}&hex-content=00416C6F`), { text: '@Alo' }),
  sends('hex-content: UCS-2', get(`to=${THERE}&coding=8&hex-content=0623063106460628`), { text: 'أرنب' }),
  sends('hex-content: octets', get(`to=${THERE}&coding=4&hex-content=01ff`), { text: '01FF', encoding: 'binary' }),
  answers(
    'hex-content: not hexadecimal',
    get(`to=${THERE}&hex-content=xy`),
    rejected('Argument [hex-content] has an invalid value: [xy].'),
  ),
  sends('priority', get(`${GOOD}&priority=3`), { priority: 'HIGH' }),
  sends('tags: the reference of the message', get(`${GOOD}&tags=promo,x-1`), { reference: 'promo,x-1' }),
  sends('validity-period in minutes', get(`${GOOD}&validity-period=60`), { validitySeconds: 3_600 }),
  sends('validity-period: a minute at least', get(`${GOOD}&validity-period=0`), { validitySeconds: 60 }),
  sends('validity-period: a week at most', get(`${GOOD}&validity-period=99999999`), { validitySeconds: 604_800 }),
  sends('sdt: from now on', get(`${GOOD}&sdt=000000000500000R`), { state: 'scheduled', scheduledAt: later(5) }),
  sends('sdt: the validity counts from now', get(`${GOOD}&sdt=000000000500000R&validity-period=15`), {
    validitySeconds: 600,
    scheduledAt: later(5),
  }),
  answers(
    'sdt: no such time',
    get(`${GOOD}&sdt=261340000000000%2B`),
    rejected('Argument [sdt] has an invalid value: [261340000000000+].'),
  ),
  sends('a level without a URL: no receipts', get(`${GOOD}&dlr=yes&dlr-level=2`), { notifyUrl: null }),
  ...[
    ['a URL alone: the level of the network', '', true],
    ['the level of the network', '&dlr-level=1', true],
    ['the level of the handset', '&dlr-level=2', false],
    ['both levels, whatever dlr says', '&dlr-level=3&dlr=no', true],
  ].map(([name, level, sentReceipt]) =>
    sends(`${name}`, get(`${GOOD}&dlr-url=${DLR}${level}&dlr-method=get`), {
      notifyUrl: URL_AS_GIVEN,
      notifyFormat: { on: ['delivered', 'failed'] },
      sentReceipt,
    }),
  ),
  answers(
    'dlr-url with a log-in',
    get(`${GOOD}&dlr-level=2&dlr-url=http%3A%2F%2Fjo%3Apw%40client.example%2F`),
    rejected('Argument [dlr-url] has an invalid value: [].'),
  ),
  answers('a text of more than 255 parts', form(`${TEXT}=${'x'.repeat(39_100)}`), {
    status: 400,
    body: /^Error "Argument \[content\] has an invalid value/,
  }),
]
