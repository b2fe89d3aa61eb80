import { defineTexts } from '../language/define-texts.ts'

/** The labels of calendars for screen readers. */
export const momentTexts = defineTexts({
  en: {
    zone: (zone: string) => `Time in ${zone}. If empty: now.`,
    clear: 'Clear',
    submit: 'Use this time',
    calendar: {
      monthLevelControl: 'Choose a month',
      yearLevelControl: 'Choose a year',
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
    clear: 'Effacer',
    submit: 'Utiliser cette heure',
    calendar: {
      monthLevelControl: 'Choisir un mois',
      yearLevelControl: 'Choisir une année',
      nextMonth: 'Mois suivant',
      previousMonth: 'Mois précédent',
      nextYear: 'Année suivante',
      previousYear: 'Année précédente',
      nextDecade: 'Décennie suivante',
      previousDecade: 'Décennie précédente',
    },
  },
})
