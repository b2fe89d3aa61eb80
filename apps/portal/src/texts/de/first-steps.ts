import type { firstStepsTexts } from '../first-steps.ts'
import type { Translated } from '../translation.ts'

export const firstSteps: Translated<typeof firstStepsTexts> = {
  title: 'So geht es los',
  hint: 'Jeder Eintrag hakt sich selbst ab. Ausgeblendet steht die Liste im Menü Ihres Kontos.',
  allDone: 'Alles ist erledigt.',
  hide: 'Liste ausblenden',
  done: 'erledigt',
  steps: {
    first: { title: 'Eine erste SMS senden', text: 'An Ihre eigene Nummer, um sie ankommen zu sehen.' },
    second: { title: 'An eine zweite Nummer senden', text: 'An Kollegen oder an ein anderes Telefon von Ihnen.' },
    key: { title: 'Einen API-Schlüssel erstellen', text: 'Mit ihm senden Programme.' },
    webhook: {
      title: 'Einen Webhook einrichten',
      text: 'Zustellberichte und eingehende SMS kommen auf Ihren eigenen Server.',
    },
    colleague: { title: 'Kollegen einladen', text: 'Alle melden sich unter eigenem Namen an.' },
  },
}
