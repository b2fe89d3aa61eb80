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
    byPasskey: 'Log in with a passkey',
    problems: {
      'use-provider': 'You log in by the identity provider of your company: use the button below.',
      'wrong-log-in': 'The e-mail or password is wrong. The password is case-sensitive.',
      'wrong-code': 'This code is wrong or has expired. Wait for the next one and try again.',
      'account-disabled': 'This account is disabled. Contact an administrator of your company.',
      'useless-link':
        'This link has already been used, or is older than 15 minutes. Ask for a new one, or log in with your password.',
      'wrong-passkey':
        'This passkey is not accepted here, or it took too long. Try again, or log in with your password.',
      'no-mail': 'This gateway sends no mail. Ask an administrator of your company for a link to set a new password.',
    },
    forgotten: {
      title: 'Forgotten your password?',
      help: 'You get a mail with a link to set a new password. The link works for one hour.',
      send: 'Send the mail',
      sent: (email: string) =>
        `If there is a user ${email}, a mail is on its way. If none comes, look into the spam folder or ask an administrator of your company.`,
    },
    newPassword: {
      title: 'Set a password',
      help: 'After this you are logged in. All other sessions end, and so do passkeys and API keys that open the portal.',
      label: 'New password',
      rule: 'At least 10 characters. Several words are better than special characters.',
      save: 'Set the password',
      useless: 'This link has already been used, or is over. Ask for a new one.',
    },
    locked: (seconds: number) =>
      `Too many failed attempts. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
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
    byPasskey: 'Se connecter avec une clé d’accès',
    problems: {
      'use-provider':
        'Vous vous connectez par le fournisseur d’identité de votre entreprise : utilisez le bouton ci-dessous.',
      'wrong-log-in': 'L’e-mail ou le mot de passe est incorrect. Le mot de passe distingue majuscules et minuscules.',
      'wrong-code': 'Ce code est incorrect ou a expiré. Attendez le suivant et réessayez.',
      'account-disabled': 'Ce compte est désactivé. Contactez un administrateur de votre entreprise.',
      'useless-link':
        'Ce lien a déjà servi, ou a plus de 15 minutes. Demandez-en un autre, ou connectez-vous avec votre mot de passe.',
      'wrong-passkey':
        'Cette clé d’accès n’est pas acceptée ici, ou cela a duré trop longtemps. Réessayez, ou connectez-vous avec votre mot de passe.',
      'no-mail':
        'Cette passerelle n’envoie pas d’e-mail. Demandez à un administrateur de votre entreprise un lien pour choisir un nouveau mot de passe.',
    },
    forgotten: {
      title: 'Mot de passe oublié ?',
      help: 'Vous recevez un e-mail avec un lien pour choisir un nouveau mot de passe. Le lien fonctionne pendant une heure.',
      send: 'Envoyer l’e-mail',
      sent: (email: string) =>
        `S’il existe un utilisateur ${email}, un e-mail est en route. S’il n’arrive pas, regardez dans les indésirables ou demandez à un administrateur de votre entreprise.`,
    },
    newPassword: {
      title: 'Choisir un mot de passe',
      help: 'Ensuite vous êtes connecté. Toutes les autres sessions se terminent, ainsi que les clés d’accès et les clés API qui ouvrent le portail.',
      label: 'Nouveau mot de passe',
      rule: 'Au moins 10 caractères. Plusieurs mots valent mieux que des caractères spéciaux.',
      save: 'Enregistrer le mot de passe',
      useless: 'Ce lien a déjà servi, ou n’est plus valable. Demandez-en un autre.',
    },
    locked: (seconds: number) =>
      `Trop de tentatives échouées. Réessayez dans ${seconds} ${seconds < 2 ? 'seconde' : 'secondes'}.`,
  },
})
