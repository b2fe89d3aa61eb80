import type { Language } from '../language/languages.ts'

/** The words for days and times, in lower case and without accents (Arabic: without hamza). */
export interface MomentWords {
  /** How many days after today. */
  readonly days: Readonly<Record<string, number>>
  /** 0: Sunday. */
  readonly weekdays: Readonly<Record<string, number>>
  /** 1 to 12. */
  readonly months: Readonly<Record<string, number>>
  /** Hours of the day. */
  readonly hours: Readonly<Record<string, number>>
}

const ENGLISH: MomentWords = {
  days: { today: 0, tomorrow: 1, 'day after tomorrow': 2, 'the day after tomorrow': 2, yesterday: -1 },
  weekdays: {
    sun: 0,
    sunday: 0,
    mon: 1,
    monday: 1,
    tue: 2,
    tues: 2,
    tuesday: 2,
    wed: 3,
    wednesday: 3,
    thu: 4,
    thur: 4,
    thurs: 4,
    thursday: 4,
    fri: 5,
    friday: 5,
    sat: 6,
    saturday: 6,
  },
  months: {
    jan: 1,
    january: 1,
    feb: 2,
    february: 2,
    mar: 3,
    march: 3,
    apr: 4,
    april: 4,
    may: 5,
    jun: 6,
    june: 6,
    jul: 7,
    july: 7,
    aug: 8,
    august: 8,
    sep: 9,
    sept: 9,
    september: 9,
    oct: 10,
    october: 10,
    nov: 11,
    november: 11,
    dec: 12,
    december: 12,
  },
  hours: { noon: 12, midday: 12, midnight: 0 },
}

const FRENCH: MomentWords = {
  days: { "aujourd'hui": 0, aujourdhui: 0, demain: 1, 'apres-demain': 2, 'apres demain': 2, hier: -1 },
  weekdays: {
    dim: 0,
    dimanche: 0,
    lun: 1,
    lundi: 1,
    mar: 2,
    mardi: 2,
    mer: 3,
    mercredi: 3,
    jeu: 4,
    jeudi: 4,
    ven: 5,
    vendredi: 5,
    sam: 6,
    samedi: 6,
  },
  months: {
    jan: 1,
    janv: 1,
    janvier: 1,
    fev: 2,
    fevr: 2,
    fevrier: 2,
    mars: 3,
    avr: 4,
    avril: 4,
    mai: 5,
    juin: 6,
    juil: 7,
    juillet: 7,
    aout: 8,
    sep: 9,
    sept: 9,
    septembre: 9,
    oct: 10,
    octobre: 10,
    nov: 11,
    novembre: 11,
    dec: 12,
    decembre: 12,
  },
  hours: { midi: 12, minuit: 0 },
}

const GERMAN: MomentWords = {
  days: { heute: 0, morgen: 1, ubermorgen: 2, uebermorgen: 2, gestern: -1 },
  weekdays: {
    so: 0,
    sonntag: 0,
    mo: 1,
    montag: 1,
    di: 2,
    dienstag: 2,
    mi: 3,
    mittwoch: 3,
    do: 4,
    donnerstag: 4,
    fr: 5,
    freitag: 5,
    sa: 6,
    samstag: 6,
    sonnabend: 6,
  },
  months: {
    jan: 1,
    januar: 1,
    janner: 1,
    feb: 2,
    februar: 2,
    mar: 3,
    marz: 3,
    maerz: 3,
    apr: 4,
    april: 4,
    mai: 5,
    jun: 6,
    juni: 6,
    jul: 7,
    juli: 7,
    aug: 8,
    august: 8,
    sep: 9,
    sept: 9,
    september: 9,
    okt: 10,
    oktober: 10,
    nov: 11,
    november: 11,
    dez: 12,
    dezember: 12,
  },
  hours: { mittag: 12, mittags: 12, mitternacht: 0 },
}

const ARABIC: MomentWords = {
  days: { اليوم: 0, غدا: 1, غد: 1, 'بعد غد': 2, امس: -1 },
  weekdays: { الاحد: 0, الاثنين: 1, الثلاثاء: 2, الاربعاء: 3, الخميس: 4, الجمعة: 5, السبت: 6 },
  months: {
    يناير: 1,
    فبراير: 2,
    مارس: 3,
    ابريل: 4,
    مايو: 5,
    يونيو: 6,
    يوليو: 7,
    اغسطس: 8,
    سبتمبر: 9,
    اكتوبر: 10,
    نوفمبر: 11,
    ديسمبر: 12,
    'كانون الثاني': 1,
    شباط: 2,
    اذار: 3,
    نيسان: 4,
    ايار: 5,
    حزيران: 6,
    تموز: 7,
    اب: 8,
    ايلول: 9,
    'تشرين الاول': 10,
    'تشرين الثاني': 11,
    'كانون الاول': 12,
  },
  hours: { ظهرا: 12, 'منتصف الليل': 0 },
}

const OWN: Readonly<Record<Language, MomentWords>> = { en: ENGLISH, fr: FRENCH, de: GERMAN, ar: ARABIC }

/** The words of all languages. Where one means several things (`mar`: March, mardi), it is the viewer's language's. */
export function momentWords(language: Language): MomentWords {
  const { months, weekdays } = OWN[language]
  const without = (words: Readonly<Record<string, number>>, taken: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(words).filter(([word]) => !(word in taken)))
  const all = <K extends keyof MomentWords>(kind: K) => ({
    ...ENGLISH[kind],
    ...FRENCH[kind],
    ...GERMAN[kind],
    ...ARABIC[kind],
    ...OWN[language][kind],
  })
  return {
    days: all('days'),
    weekdays: without(all('weekdays'), months),
    months: without(all('months'), weekdays),
    hours: all('hours'),
  }
}
