import { defineTexts } from '../language/define-texts.ts'

export const networkTexts = defineTexts('networks', {
  en: {
    title: 'Networks',
    help: (client: string) =>
      `From where keys, passwords and logins of ${client} are accepted. From elsewhere they are refused like wrong ones, and the audit log shows it.`,
    lists: {
      programs: {
        label: 'Programs: API keys, passwords, SMPP',
        help: 'An address or a network in each line, for example 203.0.113.0/24 or 2001:db8:5::/48. Empty: from anywhere.',
      },
      portal: {
        label: 'Portal: logins, sessions, portal keys',
        help: 'An address or a network in each line. Empty: from anywhere. The network that you work from has to be among them.',
      },
    },
    present: (address: string) => `You are at ${address} now.`,
    addPresent: 'Add this address to the portal’s list',
    anywhere: 'from anywhere',
    locksOut: (address: string) =>
      `Your own address, ${address}, is not in the portal’s list: you would lock yourself out. Add it, or a network that it is in.`,
    save: 'Save',
    saved: 'Saved. It is in effect within a second.',
  },
  fr: {
    title: 'Réseaux',
    help: (client: string) =>
      `D’où les clés, mots de passe et connexions de ${client} sont acceptés. D’ailleurs, ils sont refusés comme s’ils étaient faux, et le journal d’audit le montre.`,
    lists: {
      programs: {
        label: 'Programmes\u00a0: clés API, mots de passe, SMPP',
        help: 'Une adresse ou un réseau par ligne, par exemple 203.0.113.0/24 ou 2001:db8:5::/48. Vide\u00a0: de partout.',
      },
      portal: {
        label: 'Portail\u00a0: connexions, sessions, clés du portail',
        help: 'Une adresse ou un réseau par ligne. Vide\u00a0: de partout. Le réseau depuis lequel vous travaillez doit y figurer.',
      },
    },
    present: (address: string) => `Vous êtes actuellement à l’adresse ${address}.`,
    addPresent: 'Ajouter cette adresse à la liste du portail',
    anywhere: 'de partout',
    locksOut: (address: string) =>
      `Votre propre adresse, ${address}, n’est pas dans la liste du portail\u00a0: vous vous enfermeriez dehors. Ajoutez-la, ou un réseau qui la contient.`,
    save: 'Enregistrer',
    saved: 'Enregistré. C’est en vigueur en moins d’une seconde.',
  },
})
