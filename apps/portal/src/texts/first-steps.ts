import { defineTexts } from '../language/define-texts.ts'

/** The list of first steps on the overview. */
export const firstStepsTexts = defineTexts('firstSteps', {
  en: {
    title: 'Getting started',
    hint: 'Each entry ticks itself off. Once hidden, the list is in the menu of your account.',
    allDone: 'All of it is done.',
    hide: 'Hide this list',
    done: 'done',
    steps: {
      first: { title: 'Send a first SMS', text: 'To your own number, to see it arrive.' },
      second: { title: 'Send to a second number', text: 'To a colleague, or to another phone of yours.' },
      key: { title: 'Make an API key', text: 'With it, programs send.' },
      webhook: { title: 'Set up a webhook', text: 'Delivery reports and incoming SMS come to your own server.' },
      colleague: { title: 'Invite a colleague', text: 'Everybody logs in as themselves.' },
    },
  },
  fr: {
    title: 'Pour commencer',
    hint: 'Chaque ligne se coche d’elle-même. Une fois masquée, la liste est dans le menu de votre compte.',
    allDone: 'Tout est fait.',
    hide: 'Masquer cette liste',
    done: 'fait',
    steps: {
      first: { title: 'Envoyer un premier SMS', text: 'À votre propre numéro, pour le voir arriver.' },
      second: { title: 'Envoyer à un second numéro', text: 'À un collègue, ou à un autre de vos téléphones.' },
      key: { title: 'Créer une clé d’API', text: 'Avec elle, les programmes envoient.' },
      webhook: {
        title: 'Configurer un webhook',
        text: 'Les accusés de réception et les SMS entrants arrivent sur votre serveur.',
      },
      colleague: { title: 'Inviter un collègue', text: 'Chacun se connecte en son propre nom.' },
    },
  },
})
