import { defineTexts } from '../language/define-texts.ts'

/** The word for each group of states. */
export const stateGroupTexts = defineTexts('stateGroups', {
  en: {
    scheduled: 'Scheduled',
    waiting: 'Waiting',
    underway: 'Under way',
    delivered: 'Delivered',
    failed: 'Failed',
    stopped: 'Stopped',
  },
  fr: {
    scheduled: 'Programmés',
    waiting: 'En attente',
    underway: 'En cours',
    delivered: 'Distribués',
    failed: 'Échoués',
    stopped: 'Arrêtés',
  },
})
