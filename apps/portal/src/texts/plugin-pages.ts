import { defineTexts } from '../language/define-texts.ts'

/** Pages that plugins bring. */
export const pluginPageTexts = defineTexts('pluginPages', {
  en: {
    group: 'Plugins',
    leftTitle: 'This page went elsewhere',
    left: 'A page of a plugin stays in its place, so the portal has closed it.',
    open: 'Open it again',
  },
  fr: {
    group: 'Extensions',
    leftTitle: 'Cette page est partie ailleurs',
    left: 'Le portail l’a fermée, car la page d’une extension reste à sa place.',
    open: 'L’ouvrir à nouveau',
  },
})
