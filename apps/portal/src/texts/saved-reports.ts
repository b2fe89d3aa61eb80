import { defineTexts } from '../language/define-texts.ts'

/** Reports that are kept, and mailed on Mondays. */
export const savedReportTexts = defineTexts('savedReports', {
  en: {
    title: 'Saved reports',
    save: 'Save this report',
    saved: 'The report was saved.',
    name: 'Name',
    period: 'Period',
    mail: 'Mail it on Mondays',
    mailOf: (name: string) => `Mail it on Mondays: ${name}`,
    mailHelp: 'To your own address, with the figures as text and as CSV.',
    mailedFromNow: 'You will get it on Mondays.',
    mailedNoMore: 'You will not get it any more.',
    noMail: 'This gateway sends no mail yet: an operator has to configure it.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove: ${name}`,
    removed: 'The report was removed.',
    cancel: 'Cancel',
  },
  fr: {
    title: 'Rapports enregistrés',
    save: 'Enregistrer ce rapport',
    saved: 'Le rapport a été enregistré.',
    name: 'Nom',
    period: 'Période',
    mail: 'L’envoyer le lundi',
    mailOf: (name) => `L’envoyer le lundi : ${name}`,
    mailHelp: 'À votre adresse, avec les chiffres en texte et en CSV.',
    mailedFromNow: 'Vous le recevrez le lundi.',
    mailedNoMore: 'Vous ne le recevrez plus.',
    noMail: 'Cette passerelle n’envoie pas encore d’e-mails : un opérateur doit le configurer.',
    remove: 'Supprimer',
    removeOf: (name) => `Supprimer : ${name}`,
    removed: 'Le rapport a été supprimé.',
    cancel: 'Annuler',
  },
})
