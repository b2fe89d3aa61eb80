import { type AdapterCase, CONFORMANCE_API_KEY, ELSEWHERE, type TestRequest, THERE } from '@heliograph/testkit'
import { ACCEPTED, get, NOT_SERVED_LOG, OK, refused1, refused3, send2, send3 } from './requests.ts'

const binary = (content: unknown) => ({
  path: '/sms/2/binary/advanced',
  json: { messages: [{ destinations: [{ to: THERE }], binary: content }] },
})
const query = (version: 1 | 3, more: string) => get(`/sms/${version}/text/query`, `to=${THERE}&text=Hello${more}`)
const LOGIN = `&username=${encodeURIComponent('Jo@acme.example')}&password=${CONFORMANCE_API_KEY}`

const NOT_SERVED: readonly (readonly [name: string, request: ReturnType<typeof send2>])[] = [
  ['regional', send2({ regional: {} })],
  ['tracking', send2({}, { tracking: { track: 'SMS' } })],
  ['urlOptions', send2({}, { urlOptions: { shortenUrl: true } })],
]

/** Texts with their transliteration, and what is sent. */
const TRANSLITERATED: readonly (readonly [name: string, request: TestRequest, text: string])[] = [
  ['v2', send2({ text: 'Şişli', transliteration: 'TURKISH' }), 'Sisli'],
  ['v2, of none', send2({ text: 'Şişli', transliteration: 'NONE' }), 'Şişli'],
  ['v2, left empty', send2({ text: 'Şişli', transliteration: '' }), 'Şişli'],
  ['v3', send3({ content: { text: 'Привет', transliteration: 'CYRILLIC' } }), 'Privet'],
  ['v3, of everything', send3({ content: { text: '“Γειά” 😀', transliteration: 'ALL' } }), '"ΓEIA" 😀'],
  ['v1 query', get('/sms/1/text/query', { to: THERE, text: 'Љ', transliteration: 'SERBIAN_CYRILLIC' }), 'Lj'],
]

const SINGLE = { languageCode: 'TR', singleShift: true, lockingShift: false }

/** Texts in tables of their language, and the header that names these. */
const NATIONAL: readonly (readonly [name: string, request: TestRequest, text: string, header: string | null])[] = [
  ['v2, single shift', send2({ text: 'dağ', language: SINGLE }), 'dağ', '240101'],
  ['v2, locking shift', send2({ text: 'dağ', language: { languageCode: 'TR', lockingShift: true } }), 'dağ', '250101'],
  ['v2, its choice', send2({ text: 'ş'.repeat(100), language: { languageCode: 'TR' } }), 'ş'.repeat(100), '250101'],
  ['v2, detected', send2({ text: 'ação', language: { languageCode: 'AUTODETECT' } }), 'ação', '240103'],
  ['v2, none', send2({ text: 'dağ', language: { languageCode: 'NONE' } }), 'dağ', null],
  ['v2, left empty', send2({ text: 'dağ', language: { languageCode: '' } }), 'dağ', null],
  ['v2, that needs no table', send2({ text: 'Hello', language: SINGLE }), 'Hello', null],
  ['v2, transliterated', send2({ text: 'dağ', language: SINGLE, transliteration: 'TURKISH' }), 'dag', null],
  ['v3', send3({ content: { text: 'Ú', language: { languageCode: 'ES', singleShift: true } } }), 'Ú', '240102'],
  ['v3, of India', send3({ content: { text: '\u0928', language: { languageCode: 'HI' } } }), '\u0928', '250106'],
  ['v1 query', get('/sms/1/text/query', { to: THERE, text: 'dağ', languageCode: 'TR' }), 'dağ', '240101'],
  ['v3 query', get('/sms/3/text/query', { to: THERE, text: 'dağ', languageCode: 'TR' }), 'dağ', '240101'],
  ['v2 octets', binary({ hex: '03240101 641b67', dataCoding: 0, esmClass: 64 }), 'dğ', '240101'],
]

const WRONG: readonly (readonly [name: string, request: ReturnType<typeof send2>, problems: Record<string, RegExp>])[] =
  [
    ['no text', send2({ text: undefined }), { 'messages[0].text': /is required/ }],
    ['a text that is no string', send2({ text: 7 }), { 'messages[0].text': /a string/ }],
    ['a validity of no minutes', send2({ validityPeriod: 0 }), { 'messages[0].validityPeriod': /whole number/ }],
    [
      'a delivery window without days',
      send2({ deliveryTimeWindow: {} }),
      { 'messages[0].deliveryTimeWindow.days': /is required/ },
    ],
    [
      'a speed without an amount',
      send2({}, { sendingSpeedLimit: { timeUnit: 'DAY' } }),
      { 'sendingSpeedLimit.amount': /is required/ },
    ],
    [
      'a speed in another unit',
      send2({}, { sendingSpeedLimit: { amount: 1, timeUnit: 'SECOND' } }),
      { 'sendingSpeedLimit.timeUnit': /MINUTE, HOUR, DAY/ },
    ],
    ['a bulkId of 101 characters', send2({}, { bulkId: 'b'.repeat(101) }), { bulkId: /1 to 100/ }],
    [
      'an unknown transliteration',
      send2({ transliteration: 'RUNES' }),
      { 'messages[0].transliteration': /one of NONE/ },
    ],
    [
      'a language without tables',
      send2({ language: { languageCode: 'FR' } }),
      { 'messages[0].language.languageCode': /one of NONE/ },
    ],
    ['no octets', binary(undefined), { 'messages[0].binary': /is required/ }],
    ['octets without any', binary({ dataCoding: 0 }), { 'messages[0].binary.hex': /is required/ }],
  ]

/** `POST /sms/2/text/advanced` and `/sms/2/binary/advanced`, `GET /sms/1/text/query` and `/sms/3/text/query`. */
export const send2Cases: readonly AdapterCase[] = [
  {
    name: 'v2: sends a text',
    request: send2({ from: 'InfoSMS', notifyUrl: '', notifyContentType: '' }),
    expect: {
      ...OK,
      body: {
        bulkId: undefined,
        messages: [{ to: THERE, status: ACCEPTED, messageId: /^[0-9a-f-]{36}$/, smsCount: undefined }],
      },
      submitted: [{ text: 'Hello', to: THERE, origin: 'infobip', notifyUrl: null }],
    },
  },
  {
    name: 'v2: several messages with all that one may have',
    request: {
      path: '/sms/2/text/advanced',
      json: {
        bulkId: 'BULK-1',
        includeSmsCountInResponse: true,
        messages: [
          {
            destinations: [{ to: THERE, messageId: 'm-1' }, { to: ELSEWHERE }],
            text: 'x'.repeat(161),
            flash: true,
            callbackData: 'order 7',
            validityPeriod: 720,
            sendAt: '2026-02-01T10:00:00.000+0000',
          },
          { destinations: [{ to: THERE }], text: 'Second', validityPeriod: 9_999 },
        ],
      },
    },
    expect: {
      ...OK,
      body: { bulkId: 'BULK-1', messages: [{ messageId: 'm-1', smsCount: 2 }, { smsCount: 2 }, { smsCount: 1 }] },
      submitted: [
        { reference: 'order 7', flash: true, validitySeconds: 43_200, scheduledAt: new Date('2026-02-01T10:00:00Z') },
        { to: ELSEWHERE },
        { text: 'Second', validitySeconds: 172_800, bulkId: 'BULK-1' },
      ],
    },
  },
  {
    name: 'v2: octets',
    request: binary({ hex: '54 65 73 74 20 6d', dataCoding: 0, esmClass: 0 }),
    expect: { ...OK, body: { messages: [{ status: ACCEPTED }] }, submitted: [{ text: 'Test m' }] },
  },
  ...NOT_SERVED.map(
    ([field, request]): AdapterCase => ({
      name: `v2: ${field} is accepted, and named in the log as not served`,
      request,
      expect: { ...OK, submitted: [{ text: 'Hello' }], logs: [NOT_SERVED_LOG] },
    }),
  ),
  ...TRANSLITERATED.map(
    ([name, request, text]): AdapterCase => ({
      name: `${name}: replaces the letters of an alphabet`,
      request,
      expect: { ...OK, submitted: [{ text }] },
    }),
  ),
  ...NATIONAL.map(
    ([name, request, text, userDataHeader]): AdapterCase => ({
      name: `${name}: sends a text in tables of its language`,
      request,
      expect: { ...OK, submitted: [{ text, userDataHeader, parts: 1 }] },
    }),
  ),
  ...WRONG.map(
    ([name, request, problems]): AdapterCase => ({
      name: `v2: refuses ${name}`,
      request,
      expect: refused1('invalid', problems),
    }),
  ),
  {
    name: 'v2: a speed is one of a bulk, by default of parts a minute',
    request: send2({}, { sendingSpeedLimit: { amount: 5 } }),
    expect: { ...OK, body: { bulkId: /./ }, submitted: [{ bulkId: /./, speedLimit: { parts: 5, seconds: 60 } }] },
  },
  {
    name: 'v2: a delivery window, overnight',
    request: send2({
      deliveryTimeWindow: { days: ['SUNDAY'], from: { hour: 22, minute: 5 }, to: { hour: 6, minute: 0 } },
    }),
    expect: { ...OK, submitted: [{ deliveryWindow: { days: [7], from: '22:05', to: '06:00', zone: 'UTC' } }] },
  },
  {
    name: 'v1 query: sends to each number, with the login in the query',
    request: {
      ...get('/sms/1/text/query', `type=query&to=${THERE},%2B${ELSEWHERE}&text=Hello+there${LOGIN}`),
      headers: { authorization: undefined },
    },
    expect: {
      ...OK,
      body: { bulkId: /./, messages: [{ to: THERE, status: ACCEPTED }, { to: ELSEWHERE }] },
      submitted: [{ text: 'Hello there', to: THERE }, { to: ELSEWHERE }],
    },
  },
  {
    name: 'v1 query: all that a text may have',
    request: query(
      1,
      '&flash=true&validityPeriod=60&callbackData=c&includeSmsCountInResponse=true&bulkId=Q&sendAt=2026-02-01T10:00:00.000%2B0000',
    ),
    expect: {
      ...OK,
      body: { bulkId: 'Q', messages: [{ smsCount: 1 }] },
      submitted: [{ flash: true, validitySeconds: 3_600, reference: 'c', bulkId: 'Q', state: 'scheduled' }],
    },
  },
  {
    name: 'v1 query: refuses what is missing',
    request: get('/sms/1/text/query', 'flash=maybe'),
    expect: refused1('invalid', { to: /is required/, text: /is required/, flash: /true/ }),
  },
  {
    name: 'v1 query: refuses a wrong log-in',
    request: {
      ...get('/sms/1/text/query', `to=${THERE}&text=Hello&username=jo@acme.example&password=wrong`),
      headers: { authorization: undefined },
    },
    expect: refused1('unauthenticated'),
  },
  {
    name: 'v3 query: sends to repeated numbers, in the form of v3',
    request: query(3, `&to=${ELSEWHERE}`),
    expect: {
      ...OK,
      body: { messages: [{ destination: THERE, details: { messageCount: 1 } }, { destination: ELSEWHERE }] },
      submitted: [{ to: THERE }, { to: ELSEWHERE }],
    },
  },
  {
    name: 'v3 query: names parameters that are not served',
    request: query(3, '&track=URL&southKoreaTitle=T'),
    expect: { ...OK, submitted: [{ text: 'Hello' }], logs: [NOT_SERVED_LOG, NOT_SERVED_LOG] },
  },
  {
    name: 'v3 query: refuses in the form of v3',
    request: get('/sms/3/text/query', 'text=Hello'),
    expect: refused3('invalid', { to: /is required/ }),
  },
]
