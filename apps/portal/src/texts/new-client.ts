import { defineTexts } from '../language/define-texts.ts'

/** Adding a client with all that it needs, and what to hand over to it. */
export const newClientTexts = defineTexts('newClient', {
  en: {
    start: {
      title: 'So that it can start (optional)',
      email: 'E-mail of its first user',
      emailHelp: 'An administrator. The gateway makes a first password for you to pass on.',
      withKey: 'Also make an API key for programs',
    },
    handOver: 'To hand over',
    forClient: (name: string) => `Pass this on to ${name}`,
    change: 'The user should change the password after the first login.',
    address: 'Portal',
    email: 'E-mail',
    password: 'First password',
    apiKey: 'API key',
    example: 'To try it',
    open: 'Open client',
  },
  fr: {
    start: {
      title: 'Pour qu’il puisse commencer (facultatif)',
      email: 'E-mail de son premier utilisateur',
      emailHelp: 'Un administrateur. La passerelle crée un premier mot de passe, à transmettre.',
      withKey: 'Créer aussi une clé d’API pour des programmes',
    },
    handOver: 'À transmettre',
    forClient: (name: string) => `À transmettre à ${name}`,
    change: 'L’utilisateur devrait changer le mot de passe après la première connexion.',
    address: 'Portail',
    email: 'E-mail',
    password: 'Premier mot de passe',
    apiKey: 'Clé d’API',
    example: 'Pour essayer',
    open: 'Ouvrir le client',
  },
})
