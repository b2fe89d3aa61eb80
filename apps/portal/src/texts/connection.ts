import { defineTexts } from '../language/define-texts.ts'

/** The note above a page whose gateway does not answer. */
export const connectionTexts = defineTexts('connection', {
  en: {
    lost: (time: string) => `No connection since ${time}.`,
    stale: 'What you see may have changed since. It is refreshed as soon as the gateway answers.',
  },
  fr: {
    lost: (time: string) => `Pas de connexion depuis ${time}.`,
    stale: 'Ce que vous voyez a pu changer depuis. La page sera actualisée dès que la passerelle répondra.',
  },
})
