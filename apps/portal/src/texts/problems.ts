import { defineTexts } from '../language/define-texts.ts'

/** What each category of errors means to the user, and what to do next. */
export const problemTexts = defineTexts({
  en: {
    title: 'Something went wrong',
    offline: 'The gateway cannot be reached. Check your connection and try again.',
    unauthenticated: 'You are no longer logged in. Log in and try again.',
    forbidden: 'Your role does not allow this. Ask an administrator of your account.',
    'not-found': 'It no longer exists, or belongs to another client.',
    conflict: 'Something has changed in the meantime. Check it again, then decide.',
    throttled: 'Too many requests. Wait a moment, then try again.',
    unavailable: 'Something the gateway needs is temporarily unavailable. Try again in a minute.',
    internal: 'An error occurred in the gateway. Try again; if it persists, tell your operator.',
  },
  fr: {
    title: 'Cela n’a pas marché',
    offline: 'La passerelle est injoignable. Vérifiez votre connexion et réessayez.',
    unauthenticated: 'Vous n’êtes plus connecté. Connectez-vous et réessayez.',
    forbidden: 'Votre rôle ne le permet pas. Demandez à un administrateur de votre compte.',
    'not-found': 'Cela n’existe plus, ou appartient à un autre client.',
    conflict: 'Quelque chose a changé entre-temps. Regardez de nouveau, puis décidez.',
    throttled: 'Trop de requêtes. Attendez un moment, puis réessayez.',
    unavailable: 'Il manque pour le moment quelque chose à la passerelle. Réessayez dans une minute.',
    internal: 'La passerelle a commis une erreur. Réessayez ; si cela dure, dites-le à votre opérateur.',
  },
})
