import { type AdapterCase, type AdapterKit, MANUAL_CLOCK_START, type TestRequest } from '@heliograph/testkit'
import { get, OK, refused1, send2, sendAll } from './requests.ts'

const BULKS = '/sms/1/bulks'
const STATUS = '/sms/1/bulks/status'
const hour = (hours: number) => new Date(MANUAL_CLOCK_START + hours * 3_600_000).toISOString()
const put = (path: string, json: object, query = 'bulkId=B'): TestRequest => ({ method: 'PUT', path, query, json })

/** Bulk `B` at ten. */
const schedule = (kit: AdapterKit) => sendAll(kit, send2({ sendAt: hour(2) }, { bulkId: 'B' }))

/** Bulk `B`, paused. */
const paused = (kit: AdapterKit) =>
  sendAll(kit, send2({ sendAt: hour(2) }, { bulkId: 'B' }), put(STATUS, { status: 'PAUSED' }))

/** Bulk `B`, of which nothing is scheduled any more. */
async function gone(kit: AdapterKit, ...states: readonly ('cancelled' | 'submitted' | 'delivered')[]): Promise<void> {
  await schedule(kit)
  for (const state of states) kit.engine.move(1, state)
}

/** 96 characters, of which 11 are in a single shift table. */
const PREVIEWED = 'Yarınki sınavınız saat dokuzda. Öğrenci kartınızı getirin, telefonunuzu kapalı tutun. Başarılar!'

const NOT_FOUND = refused1('not-found', undefined, /^Bulk not found$/)
const TEN = '2026-01-05T10:00:00.000+0000'

const isStatus = (status: string) => ({ ...OK, body: JSON.stringify({ bulkId: 'B', status }) })

/** Bulks and their status, and previews. */
export const bulksCases: readonly AdapterCase[] = [
  {
    name: 'bulks: when one is sent',
    before: schedule,
    request: get(BULKS, 'bulkId=B'),
    expect: { ...OK, body: JSON.stringify({ bulkId: 'B', sendAt: TEN }) },
  },
  {
    name: 'bulks: when one was to be sent',
    before: (kit) => gone(kit, 'cancelled'),
    request: get(BULKS, 'bulkId=B'),
    expect: { ...OK, body: { sendAt: TEN } },
  },
  { name: 'bulks: unknown', request: get(BULKS, 'bulkId=C'), expect: NOT_FOUND },
  { name: 'bulks: without a name', request: get(BULKS), expect: refused1('invalid', { bulkId: /is required/ }) },
  {
    name: 'bulks: another time, at a path with a slash at its end',
    before: schedule,
    request: put(`${BULKS}/`, { sendAt: '2026-01-05T14:00:00.000+0200' }),
    expect: {
      ...OK,
      body: { bulkId: 'B', sendAt: '2026-01-05T12:00:00.000+0000' },
      events: [{ kind: 'bulk-rescheduled', bulkId: 'B' }],
    },
  },
  { name: 'bulks: another time for one that is unknown', request: put(BULKS, { sendAt: hour(1) }), expect: NOT_FOUND },
  {
    name: 'bulks: no time',
    before: schedule,
    request: put(BULKS, {}),
    expect: refused1('invalid', { sendAt: /is required/ }),
  },
  {
    name: 'status: waits for its time',
    before: schedule,
    request: get(STATUS, 'bulkId=B'),
    expect: isStatus('PENDING'),
  },
  {
    name: 'status: was cancelled',
    before: (kit) => gone(kit, 'cancelled'),
    request: get(STATUS, 'bulkId=B'),
    expect: isStatus('CANCELED'),
  },
  {
    name: 'status: is on its way',
    before: (kit) => sendAll(kit, send2({}, { bulkId: 'B' })),
    request: get(STATUS, 'bulkId=B'),
    expect: isStatus('PROCESSING'),
  },
  {
    name: 'status: has been handed to a network',
    before: (kit) => gone(kit, 'submitted'),
    request: get(STATUS, 'bulkId=B'),
    expect: isStatus('FINISHED'),
  },
  { name: 'status: of one that is unknown', request: get(STATUS, 'bulkId=B'), expect: NOT_FOUND },
  {
    name: 'status: cancels, at a path with a slash at its end',
    before: schedule,
    request: put(`${STATUS}/`, { status: 'CANCELED' }),
    expect: { ...isStatus('CANCELED'), events: [{ kind: 'bulk-cancelled', bulkId: 'B' }] },
  },
  {
    name: 'status: the one it has',
    before: schedule,
    request: put(STATUS, { status: 'PENDING' }),
    expect: isStatus('PENDING'),
  },
  {
    name: 'status: of one that is paused',
    before: paused,
    request: get(STATUS, 'bulkId=B'),
    expect: isStatus('PAUSED'),
  },
  {
    name: 'status: pauses',
    before: schedule,
    request: put(STATUS, { status: 'PAUSED' }),
    expect: { ...isStatus('PAUSED'), events: [{ kind: 'bulk-paused', bulkId: 'B' }] },
  },
  ...['PENDING', 'PROCESSING'].map(
    (status): AdapterCase => ({
      name: `status: lets a paused bulk go on by ${status}`,
      before: paused,
      request: put(STATUS, { status }),
      expect: { ...isStatus('PENDING'), events: [{ kind: 'bulk-resumed', bulkId: 'B' }] },
    }),
  ),
  {
    name: 'status: cancels a paused bulk',
    before: paused,
    request: put(STATUS, { status: 'CANCELED' }),
    expect: { ...isStatus('CANCELED'), events: [{ kind: 'bulk-cancelled', bulkId: 'B' }] },
  },
  {
    name: 'status: does not let go on what has ended',
    before: (kit) => gone(kit, 'submitted', 'delivered'),
    request: put(STATUS, { status: 'PENDING' }),
    expect: refused1('invalid', undefined, /FINISHED/),
  },
  ...['PAUSED', 'PENDING'].map(
    (status): AdapterCase => ({
      name: `status: ${status} for one that is unknown`,
      request: put(STATUS, { status }),
      expect: NOT_FOUND,
    }),
  ),
  ...['FINISHED', 'FAILED'].map(
    (status): AdapterCase => ({
      name: `status: ${status}, which only the gateway gives`,
      before: schedule,
      request: put(STATUS, { status }),
      expect: refused1('invalid', undefined, /PENDING/),
    }),
  ),
  {
    name: 'status: one that there is not',
    before: schedule,
    request: put(STATUS, { status: 'STOPPED' }),
    expect: refused1('invalid', { status: /PAUSED/ }),
  },
  {
    name: 'status: cancels none',
    request: put(STATUS, { status: 'CANCELED' }),
    expect: NOT_FOUND,
  },
  {
    name: 'preview: counts parts',
    request: { path: '/sms/1/preview', json: { text: 'x'.repeat(200) } },
    expect: {
      ...OK,
      body: {
        originalText: 'x'.repeat(200),
        previews: [{ textPreview: 'x'.repeat(200), messageCount: 2, charactersRemaining: 106, configuration: {} }],
      },
    },
  },
  {
    name: 'preview: of a transliteration, beside the text as it is',
    request: { path: '/sms/1/preview', json: { text: 'Щ'.repeat(40), transliteration: 'CYRILLIC' } },
    expect: {
      ...OK,
      body: {
        originalText: 'Щ'.repeat(40),
        previews: [
          { textPreview: 'Щ'.repeat(40), messageCount: 1, charactersRemaining: 30, configuration: {} },
          {
            textPreview: 'Shch'.repeat(40),
            messageCount: 1,
            charactersRemaining: 0,
            configuration: { transliteration: 'CYRILLIC' },
          },
        ],
      },
    },
  },
  {
    name: 'preview: in tables of its language, and transliterated',
    request: {
      path: '/sms/1/preview',
      json: { text: PREVIEWED, languageCode: 'TR', transliteration: 'TURKISH' },
    },
    expect: {
      ...OK,
      body: {
        originalText: PREVIEWED,
        previews: [
          { textPreview: PREVIEWED, messageCount: 2, charactersRemaining: 38, configuration: {} },
          {
            textPreview: PREVIEWED,
            messageCount: 1,
            charactersRemaining: 48,
            configuration: { language: { languageCode: 'TR' } },
          },
          { messageCount: 1, charactersRemaining: 64, configuration: { transliteration: 'TURKISH' } },
        ],
      },
    },
  },
  {
    name: 'preview: a language that the text needs no tables of',
    request: { path: '/sms/1/preview', json: { text: 'Hello', languageCode: 'AUTODETECT' } },
    expect: {
      ...OK,
      body: {
        previews: [
          { charactersRemaining: 155, configuration: {} },
          { charactersRemaining: 155, configuration: { language: { languageCode: 'AUTODETECT' } } },
        ],
      },
    },
  },
  {
    name: 'preview: refuses a language without tables',
    request: { path: '/sms/1/preview', json: { text: 'Hello', languageCode: 'FR' } },
    expect: refused1('invalid', { languageCode: /one of NONE/ }),
  },
  {
    name: 'preview: no text',
    request: { path: '/sms/1/preview', json: {} },
    expect: refused1('invalid', { text: /is required/ }),
  },
]
