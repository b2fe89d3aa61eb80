import { defineTexts } from '../language/define-texts.ts'

/** What each category of errors means to the user, and what to do next; codes have sentences of their own. */
export const problemTexts = defineTexts('problems', {
  en: {
    title: 'Something went wrong',
    offline: 'The gateway cannot be reached. Check your connection and try again.',
    unauthenticated: 'You are no longer logged in. Log in and try again.',
    forbidden: 'Your role does not allow this. Ask an administrator of your account.',
    'not-found': 'It no longer exists, or belongs to another client.',
    'method-not-allowed': 'The gateway has another version than this page. Reload the page.',
    conflict: 'Something has changed in the meantime. Check it again, then decide.',
    'too-large': 'This is too large to be taken. Send less at once.',
    throttled: 'Too many requests. Wait a moment, then try again.',
    unavailable: 'Something the gateway needs is temporarily unavailable. Try again in a minute.',
    internal: 'An error occurred in the gateway. Try again; if it persists, tell your operator.',
  },
  fr: {
    title: 'Une erreur est survenue',
    offline: 'La passerelle est injoignable. Vérifiez votre connexion et réessayez.',
    unauthenticated: 'Vous n’êtes plus connecté. Connectez-vous et réessayez.',
    forbidden: 'Votre rôle ne permet pas cette action. Demandez à un administrateur de votre compte.',
    'not-found': 'Cet élément n’existe plus, ou appartient à un autre client.',
    'method-not-allowed': 'La passerelle a une autre version que cette page. Rechargez la page.',
    conflict: 'Quelque chose a changé entre-temps. Vérifiez de nouveau, puis décidez.',
    'too-large': 'C’est trop volumineux. Envoyez-en moins à la fois.',
    throttled: 'Trop de requêtes. Attendez un moment, puis réessayez.',
    unavailable: 'Un service dont la passerelle a besoin est momentanément indisponible. Réessayez dans une minute.',
    internal: 'Une erreur s’est produite dans la passerelle. Réessayez ; si elle persiste, prévenez votre opérateur.',
  },
})
