import { defineTexts } from '../language/define-texts.ts'

export const eraseTexts = defineTexts('erase', {
  en: {
    erase: 'Erase number',
    title: (mobile: string) => `Erase ${mobile}`,
    sure: 'The contact, messages to it and from it, and everything else about this number are removed for good. If it has opted out, it stays opted out. This cannot be undone.',
    yesErase: 'Erase for good',
    cancel: 'Cancel',
    erased: 'The number has been erased.',
    erasedOptedOut: 'The number has been erased. It stays opted out.',
    inArchives: 'These files of the archive may still have the number; ask the operator of the gateway:',
    close: 'Close',
  },
  fr: {
    erase: 'Effacer le numéro',
    title: (mobile: string) => `Effacer ${mobile}`,
    sure: 'Le contact, ses messages envoyés et reçus et tout ce qui concerne ce numéro sont supprimés définitivement. S’il s’est désabonné, il le reste. Cette action ne peut pas être annulée.',
    yesErase: 'Effacer définitivement',
    cancel: 'Annuler',
    erased: 'Le numéro a été effacé.',
    erasedOptedOut: 'Le numéro a été effacé. Il reste désabonné.',
    inArchives:
      'Ces fichiers d’archive peuvent encore contenir le numéro ; adressez-vous à l’opérateur de la passerelle :',
    close: 'Fermer',
  },
})
