import { type AdapterCase, memoryLinks, type TestRequest } from '@heliograph/testkit'
import { badFields, refusal } from './requests.ts'

/** Of the link in a sample. */
const SIGNATURE = memoryLinks.sign({ clientId: 1001, direction: 'out', mobile: '0'.repeat(15) })

const ok = { status: 200 } as const

const preview = (json: object): TestRequest => ({ path: '/sms/2/preview', json })

const countRow = ([name, text, messageCount, charactersRemaining]: readonly [
  string,
  string,
  number,
  number,
]): AdapterCase => ({
  name: `preview ${name}`,
  request: preview({ text }),
  expect: { ...ok, body: { originalText: text, textPreview: text, messageCount, charactersRemaining } },
})

/** `POST /sms/2/preview`. */
export const previewCases: readonly AdapterCase[] = [
  // spec: v2 preview | endpoint | POST /sms/2/preview
  // spec: v2 preview | field | text, a string
  // spec: v2 preview | status | 200 with a preview result
  // spec: Preview result (v2) | field | originalText, a string ; textPreview, a string ; messageCount, an integer ; charactersRemaining, an integer
  // spec: Preview result (v2) | field | configuration.language.languageCode, a string ; configuration.transliteration, an object or null
  {
    name: 'preview result: exactly originalText, textPreview, messageCount, charactersRemaining, configuration.language.languageCode, configuration.transliteration',
    request: preview({ text: 'Hello ☺' }),
    expect: {
      ...ok,
      body: JSON.stringify({
        originalText: 'Hello ☺',
        textPreview: 'Hello ☺',
        messageCount: 1,
        charactersRemaining: 63,
        configuration: { language: { languageCode: 'AUTODETECT' }, transliteration: null },
      }),
    },
  },
  ...(
    [
      ['messageCount and charactersRemaining: 60 GSM characters', 'x'.repeat(60), 1, 100],
      ['messageCount: 160 GSM characters', 'x'.repeat(160), 1, 0],
      // spec: Preview result (v2) | rule | messageCount is the number of SMS parts -> preview messageCount: 161 GSM characters
      // spec: Preview result (v2) | rule | charactersRemaining is what still fits -> preview messageCount: 161 GSM characters
      ['messageCount: 161 GSM characters', 'x'.repeat(161), 2, 145],
      ['messageCount: 98 UCS2 characters', 'ж'.repeat(98), 2, 36],
      ['messageCount: extension characters count 2', '€'.repeat(80), 1, 0],
      ['messageCount: no limit of parts', 'x'.repeat(153 * 300), 300, 0],
    ] as const
  ).map(countRow),
  {
    name: 'preview textPreview: with the links that contacts get, and counted with them',
    request: preview({ text: `${'x'.repeat(81)}{opt_out_link}` }),
    expect: {
      ...ok,
      body: {
        originalText: `${'x'.repeat(81)}{opt_out_link}`,
        textPreview: `${'x'.repeat(81)}https://gateway.example/sms/2/messages/subscription/1001/opt/out/000000000000000?s=${SIGNATURE}`,
        messageCount: 2,
        charactersRemaining: 131,
      },
    },
  },
  // spec: Preview result (v2) | field | configuration.language.languageCode, a string
  {
    name: 'preview configuration.language.languageCode: echoes the request',
    request: preview({ text: 'Merhaba', languageCode: 'TR' }),
    expect: { ...ok, body: { configuration: { language: { languageCode: 'TR' }, transliteration: null } } },
  },
  {
    name: 'preview configuration.language.languageCode: null is absent',
    request: preview({ text: 'Merhaba', languageCode: null }),
    expect: { ...ok, body: { configuration: { language: { languageCode: 'AUTODETECT' } } } },
  },
  { name: 'preview text: required', request: preview({}), expect: badFields({ text: /required/ }) },
  { name: 'preview text: empty', request: preview({ text: '' }), expect: badFields({ text: /empty/ }) },
  // spec: v2 preview | field | text, a string
  {
    name: 'preview: all problems at once',
    request: preview({ text: 1, languageCode: 2 }),
    expect: badFields({ text: /string/, languageCode: /string/ }),
  },
  {
    name: 'preview: without a key',
    request: { ...preview({ text: 'x' }), headers: { authorization: undefined } },
    expect: refusal({ status: 401, messageId: 'UNAUTHORIZED' }),
  },
]
