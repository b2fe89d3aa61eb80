import { defineTexts } from '../language/define-texts.ts'

/** What each category of errors, and some codes, mean to the user, and what to do next. */
export const problemTexts = defineTexts({
  en: {
    title: 'Something went wrong',
    offline: 'The gateway cannot be reached. Check your connection and try again.',
    unauthenticated: 'You are no longer logged in. Log in and try again.',
    forbidden: 'Your role does not allow this. Ask an administrator of your account.',
    'not-found': 'It no longer exists, or belongs to another client.',
    conflict: 'Something has changed in the meantime. Check it again, then decide.',
    'uploads-full':
      'Your uploads take all the room there is for them. Cancel those that you do not need, then try again.',
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
    conflict: 'Quelque chose a changé entre-temps. Vérifiez de nouveau, puis décidez.',
    'uploads-full':
      'Vos fichiers occupent toute la place prévue. Annulez ceux dont vous n’avez pas besoin, puis réessayez.',
    throttled: 'Trop de requêtes. Attendez un moment, puis réessayez.',
    unavailable: 'Un service dont la passerelle a besoin est momentanément indisponible. Réessayez dans une minute.',
    internal: 'Une erreur s’est produite dans la passerelle. Réessayez ; si elle persiste, prévenez votre opérateur.',
  },
})
