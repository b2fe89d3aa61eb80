import { defineTexts } from '../language/define-texts.ts'

/** How fast the messages of a campaign may go. */
export const speedLimitTexts = defineTexts('speedLimit', {
  en: {
    label: 'Send at most',
    help: 'SMS parts, spread evenly over the time. Empty: as fast as possible.',
    noneYet: 'Messages that are already due go as they are. To slow those down too, pause the campaign first.',
    unit: 'Time for that many',
    units: { minute: 'a minute', hour: 'an hour', day: 'a day' },
    takes: (time: string) => `Sending takes about ${time} at this speed.`,
    limit: 'Speed limit:',
    atMost: (parts: string, time: string) => `at most ${parts} ${parts === '1' ? 'SMS part' : 'SMS parts'} in ${time}`,
    ends: 'Done at this speed:',
  },
  fr: {
    label: 'Envoyer au plus',
    help: 'Parties SMS, réparties régulièrement sur la durée. Vide : aussi vite que possible.',
    noneYet:
      'Les messages déjà à envoyer partent tels quels. Pour les ralentir aussi, mettez d’abord la campagne en pause.',
    unit: 'Durée pour ce nombre',
    units: { minute: 'par minute', hour: 'par heure', day: 'par jour' },
    takes: (time: string) => `À cette vitesse, l’envoi dure environ ${time}.`,
    limit: 'Vitesse limitée :',
    atMost: (parts: string, time: string) =>
      `au plus ${parts} ${parts === '0' || parts === '1' ? 'partie' : 'parties'} SMS en ${time}`,
    ends: 'Fin à cette vitesse :',
  },
})
