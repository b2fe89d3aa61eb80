import { defineTexts } from '../language/define-texts.ts'

/** The hours in which messages may go. */
export const deliveryHoursTexts = defineTexts('deliveryHours', {
  en: {
    isOn: 'Only at certain hours',
    help: 'What has not gone by their end waits for the next of them.',
    noDay: 'Choose at least one day.',
    noTime: 'Enter both times.',
    sameTime: 'This must differ from the beginning.',
  },
  fr: {
    isOn: 'À certaines heures seulement',
    help: 'Ce qui n’est pas parti à leur fin attend les prochaines.',
    noDay: 'Choisissez au moins un jour.',
    noTime: 'Saisissez les deux heures.',
    sameTime: 'Elle doit être différente du début.',
  },
})
