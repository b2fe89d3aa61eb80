import { defineTexts } from '../language/define-texts.ts'

export const logInTexts = defineTexts('logIn', {
  en: {
    title: 'Log in',
    email: 'E-mail',
    password: 'Password',
    logIn: 'Log in',
    code: 'Code',
    codeHelp: 'The six digits that your authenticator app shows, or one of your recovery codes.',
    ended: 'Your session has ended. Log in to go on where you were; what you were writing is kept.',
    byLink: 'You are logging in with a one-time link.',
    otherWay: 'Log in with e-mail and password',
    or: 'or',
    logInWith: (provider: string) => `Log in with ${provider}`,
    problems: {
      'use-provider': 'You log in by the identity provider of your company: use the button below.',
      'wrong-log-in': 'The e-mail or password is wrong. The password is case-sensitive.',
      'wrong-code': 'This code is wrong or has expired. Wait for the next one and try again.',
      'account-disabled': 'This account is disabled. Contact an administrator of your company.',
      'useless-link':
        'This link has already been used, or is older than 15 minutes. Ask for a new one, or log in with your password.',
    },
    locked: (seconds: number) => `Too many failed attempts. Try again in ${seconds} seconds.`,
  },
  fr: {
    title: 'Connexion',
    email: 'E-mail',
    password: 'Mot de passe',
    logIn: 'Se connecter',
    code: 'Code',
    codeHelp: 'Les six chiffres affichés par votre application d’authentification, ou un de vos codes de secours.',
    ended:
      'Votre session est terminée. Connectez-vous pour reprendre où vous étiez ; ce que vous écriviez est conservé.',
    byLink: 'Vous vous connectez par un lien à usage unique.',
    otherWay: 'Se connecter avec un e-mail et un mot de passe',
    or: 'ou',
    logInWith: (provider: string) => `Se connecter avec ${provider}`,
    problems: {
      'use-provider':
        'Vous vous connectez par le fournisseur d’identité de votre entreprise : utilisez le bouton ci-dessous.',
      'wrong-log-in': 'L’e-mail ou le mot de passe est incorrect. Le mot de passe distingue majuscules et minuscules.',
      'wrong-code': 'Ce code est incorrect ou a expiré. Attendez le suivant et réessayez.',
      'account-disabled': 'Ce compte est désactivé. Contactez un administrateur de votre entreprise.',
      'useless-link':
        'Ce lien a déjà servi, ou a plus de 15 minutes. Demandez-en un autre, ou connectez-vous avec votre mot de passe.',
    },
    locked: (seconds: number) => `Trop de tentatives échouées. Réessayez dans ${seconds} secondes.`,
  },
})
