import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '../src/language/languages.ts'
import { isMonthFirst, momentText, NO_MOMENT, problemOf } from '../src/moments/moment-text.ts'
import { type MomentContext, type MomentProblem, readMoment } from '../src/moments/read-moment.ts'
import { wallTimeAt } from '../src/moments/wall-time.ts'

/** A Friday, 10:24:30 on the clocks of Johannesburg. */
const FRIDAY: MomentContext = {
  now: Date.parse('2026-11-27T08:24:30Z'),
  zone: 'Africa/Johannesburg',
  language: 'en',
  isMonthFirst: false,
}

const at = (now: string, zone: string, more: Partial<MomentContext> = {}): MomentContext => ({
  ...FRIDAY,
  now: Date.parse(now),
  zone,
  ...more,
})

/** What the clocks show then: `2026-11-28 08:30`; or the problem. */
function read(text: string, context: MomentContext): string {
  const reading = readMoment(text, context)
  if ('problem' in reading) return reading.problem
  const { year, month, day, hour, minute } = wallTimeAt(reading.at, context.zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

type Row = readonly [text: string, meant: string | MomentProblem]

const ENGLISH: readonly Row[] = [
  // A time alone is the next one.
  ['0830', '2026-11-28 08:30'],
  ['830', '2026-11-28 08:30'],
  ['8:30', '2026-11-28 08:30'],
  ['08.30', '2026-11-28 08:30'],
  ['8.30pm', '2026-11-27 20:30'],
  ['8:30 PM', '2026-11-27 20:30'],
  ['8.30 p.m.', '2026-11-27 20:30'],
  ['830pm', '2026-11-27 20:30'],
  ['2030', '2026-11-27 20:30'],
  ['20:30', '2026-11-27 20:30'],
  ['9am', '2026-11-28 09:00'],
  ['12am', '2026-11-28 00:00'],
  ['12 pm', '2026-11-27 12:00'],
  ['12.15am', '2026-11-28 00:15'],
  ['noon', '2026-11-27 12:00'],
  ['midnight', '2026-11-28 00:00'],
  ['0000', '2026-11-28 00:00'],
  ['at 14:00', '2026-11-27 14:00'],
  ['14h', '2026-11-27 14:00'],
  ['10:25', '2026-11-27 10:25'],
  ['10:24', '2026-11-28 10:24'],
  ['  8:30  ', '2026-11-28 08:30'],
  // Days by words.
  ['today 14:00', '2026-11-27 14:00'],
  ['tomorrow 9', '2026-11-28 09:00'],
  ['Tomorrow 9:00', '2026-11-28 09:00'],
  ['tomorrow at 0830', '2026-11-28 08:30'],
  ['9 tomorrow', '2026-11-28 09:00'],
  ['9am tomorrow', '2026-11-28 09:00'],
  ['tomorrow, 8.30pm', '2026-11-28 20:30'],
  ['tomorrow noon', '2026-11-28 12:00'],
  ['the day after tomorrow at 7', '2026-11-29 07:00'],
  ['monday 9', '2026-11-30 09:00'],
  ['Mon 9:15', '2026-11-30 09:15'],
  ['on sat at 9am', '2026-11-28 09:00'],
  ['friday 14:00', '2026-11-27 14:00'],
  ['friday 9:00', '2026-12-04 09:00'],
  ['next friday 14:00', '2026-12-04 14:00'],
  ['next mon 9', '2026-11-30 09:00'],
  ['9:00 thu', '2026-12-03 09:00'],
  // Dates.
  ['2026-12-31 14:00', '2026-12-31 14:00'],
  ['2026-12-31T14:00', '2026-12-31 14:00'],
  ['31/12 0900', '2026-12-31 09:00'],
  ['31/12/2027 9am', '2027-12-31 09:00'],
  ['31/12/27 9am', '2027-12-31 09:00'],
  ['3/4 9:00', '2027-04-03 09:00'],
  ['31.12. 9:00', '2026-12-31 09:00'],
  ['31.12.2026 9:00', '2026-12-31 09:00'],
  ['31 dec 9am', '2026-12-31 09:00'],
  ['31st of December 9am', '2026-12-31 09:00'],
  ['dec 31 9am', '2026-12-31 09:00'],
  ['December 31st, 2027, 9:00', '2027-12-31 09:00'],
  ['31 dec 2027 9:00', '2027-12-31 09:00'],
  ['31 dec 2030', '2026-12-31 20:30'],
  ['31 dec 0830', '2026-12-31 08:30'],
  ['sat 28 nov 9am', '2026-11-28 09:00'],
  ['1 may 9:00', '2027-05-01 09:00'],
  ['9am 31 dec', '2026-12-31 09:00'],
  ['27 nov 11:00', '2026-11-27 11:00'],
  ['27 nov 10:00', '2027-11-27 10:00'],
  // Lengths.
  ['in an hour', '2026-11-27 11:24'],
  ['In an hour', '2026-11-27 11:24'],
  ['in 1 hour', '2026-11-27 11:24'],
  ['in 90 minutes', '2026-11-27 11:54'],
  ['in 30 min', '2026-11-27 10:54'],
  ['in half an hour', '2026-11-27 10:54'],
  ['+2h', '2026-11-27 12:24'],
  ['in 2 days', '2026-11-29 10:24'],
  ['in 2 days at 9', '2026-11-29 09:00'],
  ['in a week 9:00', '2026-12-04 09:00'],
  ['in 2 weeks at 9:00', '2026-12-11 09:00'],
  // Other languages' words mean something too.
  ['demain 9h', '2026-11-28 09:00'],
  ['mar 3 9:00', '2027-03-03 09:00'],
  // What is no moment in the future.
  ['today 9:00', 'passed'],
  ['yesterday 9:00', 'passed'],
  ['2026-11-27 10:24', 'passed'],
  ['2020-01-01 9:00', 'passed'],
  ['31/12/2025 9:00', 'passed'],
  ['tomorrow', 'no-time'],
  ['monday', 'no-time'],
  ['31 dec', 'no-time'],
  ['31 feb 9:00', 'no-such-day'],
  ['31/4/2027 9:00', 'no-such-day'],
  ['2027-02-29 9:00', 'no-such-day'],
  ['31/13 9:00', 'no-such-day'],
  ['24:00', 'unclear'],
  ['8:60', 'unclear'],
  ['13pm', 'unclear'],
  ['0am', 'unclear'],
  ['8:3', 'unclear'],
  ['08300', 'unclear'],
  ['soon', 'unclear'],
  ['9 o’clock tea', 'unclear'],
  ['tomorrow tomorrow 9', 'unclear'],
  ['tomorrow 9 10', 'unclear'],
  ['-5', 'unclear'],
  ['a', 'unclear'],
  ['x'.repeat(10_000), 'unclear'],
]

const FRENCH: readonly Row[] = [
  ['8h30', '2026-11-28 08:30'],
  ['8 h 30', '2026-11-28 08:30'],
  ['08:30', '2026-11-28 08:30'],
  ['0830', '2026-11-28 08:30'],
  ['14h', '2026-11-27 14:00'],
  ['à 14 heures', '2026-11-27 14:00'],
  ['midi', '2026-11-27 12:00'],
  ['minuit', '2026-11-28 00:00'],
  ['demain 9h', '2026-11-28 09:00'],
  ['Demain à 9 h', '2026-11-28 09:00'],
  ['demain 9', '2026-11-28 09:00'],
  ['après-demain 9h15', '2026-11-29 09:15'],
  ['aujourd’hui 14h', '2026-11-27 14:00'],
  ['lundi 9h', '2026-11-30 09:00'],
  ['lundi prochain à 9h', '2026-11-30 09:00'],
  ['vendredi prochain 14h', '2026-12-04 14:00'],
  ['mar 9h', '2026-12-01 09:00'],
  ['sam. 9h', '2026-11-28 09:00'],
  ['le 31 décembre à 14h', '2026-12-31 14:00'],
  ['31 déc. 14h', '2026-12-31 14:00'],
  ['1er février 2027 9h', '2027-02-01 09:00'],
  ['2 mars 8h', '2027-03-02 08:00'],
  ['15 août 2027 20h30', '2027-08-15 20:30'],
  ['31/12 9h', '2026-12-31 09:00'],
  ['dans une heure', '2026-11-27 11:24'],
  ['Dans une heure', '2026-11-27 11:24'],
  ['dans une demi-heure', '2026-11-27 10:54'],
  ['dans 2 heures', '2026-11-27 12:24'],
  ['dans 30 min', '2026-11-27 10:54'],
  ['dans 3 jours', '2026-11-30 10:24'],
  ['dans 3 jours à 9h', '2026-11-30 09:00'],
  ['dans une semaine à 9h', '2026-12-04 09:00'],
  ['tomorrow 9am', '2026-11-28 09:00'],
  ['hier 9h', 'passed'],
  ['demain', 'no-time'],
  ['bientôt', 'unclear'],
  ['25h', 'unclear'],
]

const GERMAN: readonly Row[] = [
  ['8:30', '2026-11-28 08:30'],
  ['8.30 Uhr', '2026-11-28 08:30'],
  ['8 Uhr 30', '2026-11-28 08:30'],
  ['um 14 Uhr', '2026-11-27 14:00'],
  ['Mittag', '2026-11-27 12:00'],
  ['Mitternacht', '2026-11-28 00:00'],
  ['heute 14:00', '2026-11-27 14:00'],
  ['Morgen 9:00', '2026-11-28 09:00'],
  ['morgen um 9 Uhr', '2026-11-28 09:00'],
  ['übermorgen um 7', '2026-11-29 07:00'],
  ['Montag 9:00', '2026-11-30 09:00'],
  ['am Montag um 12 Uhr', '2026-11-30 12:00'],
  ['um 12 Uhr am Montag', '2026-11-30 12:00'],
  ['Mo 9:15', '2026-11-30 09:15'],
  ['nächsten Freitag 14:00', '2026-12-04 14:00'],
  ['31. Dez. 14:00', '2026-12-31 14:00'],
  ['am 31. Dezember um 14 Uhr', '2026-12-31 14:00'],
  ['31.12. 9:00', '2026-12-31 09:00'],
  ['2. März 2027 8:00', '2027-03-02 08:00'],
  ['In einer Stunde', '2026-11-27 11:24'],
  ['in einer halben Stunde', '2026-11-27 10:54'],
  ['in 2 Stunden', '2026-11-27 12:24'],
  ['in 90 Minuten', '2026-11-27 11:54'],
  ['in 2 Tagen um 9', '2026-11-29 09:00'],
  ['in einer Woche 9:00', '2026-12-04 09:00'],
  ['tomorrow 12 am', '2026-11-28 00:00'],
  ['gestern 9:00', 'passed'],
  ['morgen', 'no-time'],
  ['31. Feb. 9:00', 'no-such-day'],
  ['halb 9', 'unclear'],
  ['bald', 'unclear'],
]

const ARABIC: readonly Row[] = [
  ['8:30', '2026-11-28 08:30'],
  ['٨:٣٠', '2026-11-28 08:30'],
  ['8:30 مساءً', '2026-11-27 20:30'],
  ['9 ص', '2026-11-28 09:00'],
  ['الساعة 14:00', '2026-11-27 14:00'],
  ['منتصف الليل', '2026-11-28 00:00'],
  ['اليوم 14:00', '2026-11-27 14:00'],
  ['غدًا 9:00', '2026-11-28 09:00'],
  ['غداً، الساعة 9', '2026-11-28 09:00'],
  ['بعد غد 7:00', '2026-11-29 07:00'],
  ['الاثنين 9:00', '2026-11-30 09:00'],
  ['يوم الإثنين في 9:00', '2026-11-30 09:00'],
  ['الجمعة القادمة 14:00', '2026-12-04 14:00'],
  ['31 ديسمبر 14:00', '2026-12-31 14:00'],
  ['31 كانون الأول 14:00', '2026-12-31 14:00'],
  ['1 أغسطس 2027 9:00', '2027-08-01 09:00'],
  ['بعد ساعة', '2026-11-27 11:24'],
  ['بعد ساعتين', '2026-11-27 12:24'],
  ['بعد 3 ساعات', '2026-11-27 13:24'],
  ['بعد نصف ساعة', '2026-11-27 10:54'],
  ['بعد 30 دقيقة', '2026-11-27 10:54'],
  ['بعد يومين 9:00', '2026-11-29 09:00'],
  ['بعد أسبوع 9:00', '2026-12-04 09:00'],
  ['أمس 9:00', 'passed'],
  ['غدًا', 'no-time'],
  ['قريبًا', 'unclear'],
]

const TABLES: readonly (readonly [language: Language, rows: readonly Row[]])[] = [
  ['en', ENGLISH],
  ['fr', FRENCH],
  ['de', GERMAN],
  ['ar', ARABIC],
]

for (const [language, rows] of TABLES)
  describe(`typed in ${language}`, () => {
    for (const [text, meant] of rows)
      test(`${text.slice(0, 40)} → ${meant}`, () => assert.equal(read(text, { ...FRIDAY, language }), meant))
  })

/** Berlin: put forward on 29 March 2026 at 2:00, back on 25 October 2026 at 3:00. Others change at other times. */
const CHANGES: readonly (readonly [name: string, context: MomentContext, text: string, meant: string])[] = [
  ['a time in the gap', at('2026-03-28T12:00:00Z', 'Europe/Berlin'), '29 march 2:30', 'skipped'],
  ['tomorrow in the gap', at('2026-03-28T12:00:00Z', 'Europe/Berlin'), 'tomorrow 2.30am', 'skipped'],
  ['a time alone in the gap', at('2026-03-29T00:00:00Z', 'Europe/Berlin'), '2:30', 'skipped'],
  ['the end of the gap', at('2026-03-28T12:00:00Z', 'Europe/Berlin'), 'tomorrow 3:00', '2026-03-29T01:00:00.000Z'],
  ['before the gap', at('2026-03-28T12:00:00Z', 'Europe/Berlin'), 'tomorrow 1:59', '2026-03-29T00:59:00.000Z'],
  ['an hour over the gap', at('2026-03-29T00:30:00Z', 'Europe/Berlin'), 'in an hour', '2026-03-29T01:30:00.000Z'],
  ['the first of two', at('2026-10-24T12:00:00Z', 'Europe/Berlin'), 'tomorrow 2:30', '2026-10-25T00:30:00.000Z'],
  [
    'the second once the first has passed',
    at('2026-10-25T00:45:00Z', 'Europe/Berlin'),
    '2:30',
    '2026-10-25T01:30:00.000Z',
  ],
  ['after both', at('2026-10-25T01:45:00Z', 'Europe/Berlin'), 'today 2:30', 'passed'],
  ['a day over the change', at('2026-10-24T12:00:00Z', 'Europe/Berlin'), 'in 1 day', '2026-10-25T13:00:00.000Z'],
  ['New York’s gap', at('2026-03-07T12:00:00Z', 'America/New_York'), 'tomorrow 2:15am', 'skipped'],
  ['half an hour of gap', at('2026-10-03T00:00:00Z', 'Australia/Lord_Howe'), '4 oct 2:15', 'skipped'],
  ['half an hour later', at('2026-10-03T00:00:00Z', 'Australia/Lord_Howe'), '4 oct 2:30', '2026-10-03T15:30:00.000Z'],
  ['a gap at midnight', at('2026-04-23T12:00:00Z', 'Africa/Cairo'), 'tomorrow 0:30', 'skipped'],
  ['another day there', at('2026-11-27T23:00:00Z', 'Pacific/Auckland'), 'tomorrow 9', '2026-11-28T20:00:00.000Z'],
  ['a zone with quarters', at('2026-11-27T00:00:00Z', 'Asia/Kathmandu'), '9:00', '2026-11-27T03:15:00.000Z'],
  ['the end of a month', at('2026-11-30T12:00:00Z', 'UTC'), 'tomorrow 9', '2026-12-01T09:00:00.000Z'],
  ['the end of a year', at('2026-12-31T12:00:00Z', 'UTC'), 'tomorrow 9', '2027-01-01T09:00:00.000Z'],
  ['1 January', at('2026-12-31T12:00:00Z', 'UTC'), '1 jan 9:00', '2027-01-01T09:00:00.000Z'],
  ['the end of February', at('2027-02-28T12:00:00Z', 'UTC'), 'tomorrow 9', '2027-03-01T09:00:00.000Z'],
  ['a leap day', at('2028-02-28T12:00:00Z', 'UTC'), 'tomorrow 9', '2028-02-29T09:00:00.000Z'],
  ['a leap day without a year', at('2027-06-01T12:00:00Z', 'UTC'), '29 feb 9:00', '2028-02-29T09:00:00.000Z'],
  ['31 days', at('2027-01-31T12:00:00Z', 'UTC'), 'in 31 days at 9', '2027-03-03T09:00:00.000Z'],
  ['months first', at('2026-11-27T12:00:00Z', 'UTC', { isMonthFirst: true }), '3/4 9am', '2027-03-04T09:00:00.000Z'],
  [
    'months first, no such month',
    at('2026-11-27T12:00:00Z', 'UTC', { isMonthFirst: true }),
    '31/12 9am',
    'no-such-day',
  ],
]

describe('clocks and calendars', () => {
  for (const [name, context, text, meant] of CHANGES)
    test(`${name}: ${text} → ${meant}`, () => {
      const reading = readMoment(text, context)
      assert.equal('problem' in reading ? reading.problem : new Date(reading.at).toISOString(), meant)
    })
})

describe('a field', () => {
  test('that is empty names no moment', () => assert.deepEqual(momentText(' ', FRIDAY), { ...NO_MOMENT, text: ' ' }))

  test('keeps what was typed, and what it meant then', () =>
    assert.deepEqual(momentText('0830', FRIDAY), { text: '0830', at: '2026-11-28T06:30:00.000Z', problem: null }))

  test('whose moment has passed meanwhile says so', () => {
    const typed = momentText('11:00', FRIDAY)
    assert.equal(problemOf(typed, Date.parse('2026-11-27T08:59:59Z')), null)
    assert.equal(problemOf(typed, Date.parse('2026-11-27T09:00:00Z')), 'passed')
    assert.equal(problemOf(momentText('soon', FRIDAY), FRIDAY.now), 'unclear')
  })

  for (const [locale, expected] of [
    ['en-US', true],
    ['en-GB', false],
    ['en-ZA', false],
    ['fr', false],
    ['de', false],
  ] as const)
    test(`days and months in ${locale}`, () => assert.equal(isMonthFirst(locale), expected))
})
