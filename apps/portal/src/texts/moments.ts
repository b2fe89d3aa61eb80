import { defineTexts } from '../language/define-texts.ts'

/** Texts of fields for a moment; each preset is also what is typed. Labels of calendars for screen readers. */
export const momentTexts = defineTexts('moments', {
  en: {
    zone: (zone: string) => `Time in ${zone}. If empty: now.`,
    example: 'tomorrow 9:00',
    presets: ['In an hour', 'Tomorrow 9:00', 'Monday 9:00'],
    problems: {
      unclear: 'This is no time. Write 8:30, tomorrow 9:00 or 31 Dec 14:00.',
      'no-time': 'At what time? Write tomorrow 9:00, for instance.',
      'no-such-day': 'There is no such day.',
      skipped: 'This time does not exist: clocks go forward over it.',
      passed: 'This time has passed.',
    },
    calendar: {
      nextMonth: 'Next month',
      previousMonth: 'Previous month',
      nextYear: 'Next year',
      previousYear: 'Previous year',
      nextDecade: 'Next decade',
      previousDecade: 'Previous decade',
    },
  },
  fr: {
    zone: (zone: string) => `Heure de ${zone}. Vide : immédiatement.`,
    example: 'demain 9h',
    presets: ['Dans une heure', 'Demain 9h', 'Lundi 9h'],
    problems: {
      unclear: 'Ce n’est pas une heure. Écrivez 8h30, demain 9h ou 31 déc. 14h.',
      'no-time': 'À quelle heure ? Écrivez demain 9h, par exemple.',
      'no-such-day': 'Ce jour n’existe pas.',
      skipped: 'Cette heure n’existe pas : les horloges avancent à ce moment.',
      passed: 'Cette heure est passée.',
    },
    calendar: {
      nextMonth: 'Mois suivant',
      previousMonth: 'Mois précédent',
      nextYear: 'Année suivante',
      previousYear: 'Année précédente',
      nextDecade: 'Décennie suivante',
      previousDecade: 'Décennie précédente',
    },
  },
})
