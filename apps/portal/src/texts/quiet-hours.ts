import { defineTexts } from '../language/define-texts.ts'

export const quietHoursTexts = defineTexts('quietHours', {
  en: {
    page: 'Quiet hours',
    help: 'The hours in which nobody is to get a message. What is sent meanwhile waits for their end. Answers to contacts and critical messages always go at once.',
    isOn: 'Hold messages in quiet hours',
    from: 'From',
    to: 'Until',
    toHelp: 'Not later than the beginning: on the next day.',
    days: 'Days on which they begin',
    zone: 'Time zone',
    zoneHelp: 'For recipients whose country has several. For all others it is the time in their country.',
    includesInterfaces: 'Also what programs send',
    includesInterfacesHelp: 'Without this they hold only what is sent in the portal.',
    save: 'Save',
    saved: 'Saved. What is scheduled already keeps its time.',
    held: (count: string, all: string, at: string) => `${count} of ${all} will be sent at ${at} their time.`,
    forUpload: (from: string, to: string) =>
      `Quiet hours are from ${from} to ${to}: messages that would go then are sent at ${to} their time.`,
    change: 'Change the quiet hours',
  },
  fr: {
    page: 'Heures calmes',
    help: 'Les heures auxquelles personne ne doit recevoir de message. Ce qui est envoyé entre-temps attend leur fin. Les réponses aux contacts et les messages critiques partent toujours aussitôt.',
    isOn: 'Retenir les messages aux heures calmes',
    from: 'De',
    to: 'À',
    toHelp: 'Pas plus tard que le début : le lendemain.',
    days: 'Jours où elles commencent',
    zone: 'Fuseau horaire',
    zoneHelp: 'Pour les destinataires dont le pays en a plusieurs. Pour tous les autres, c’est l’heure de leur pays.',
    includesInterfaces: 'Aussi ce que les programmes envoient',
    includesInterfacesHelp: 'Sans cela, elles ne retiennent que ce qui est envoyé dans le portail.',
    save: 'Enregistrer',
    saved: 'Enregistré. Ce qui est déjà programmé garde son heure.',
    held: (count: string, all: string, at: string) => `${count} sur ${all} partiront à ${at}, heure des destinataires.`,
    forUpload: (from: string, to: string) =>
      `Heures calmes de ${from} à ${to} : les messages qui partiraient alors sont envoyés à ${to}, heure des destinataires.`,
    change: 'Modifier les heures calmes',
  },
})
