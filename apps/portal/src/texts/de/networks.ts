import type { networkTexts } from '../networks.ts'
import type { Translated } from '../translation.ts'

export const networks: Translated<typeof networkTexts> = {
  title: 'Netzwerke',
  help: (client) =>
    `Von wo Schlüssel, Passwörter und Anmeldungen von ${client} angenommen werden. Von anderswo werden sie abgelehnt, als wären sie falsch; das Audit-Protokoll zeigt es.`,
  lists: {
    programs: {
      label: 'Programme: API-Schlüssel, Passwörter, SMPP',
      help: 'Eine Adresse oder ein Netzwerk je Zeile, zum Beispiel 203.0.113.0/24 oder 2001:db8:5::/48. Leer: von überall.',
    },
    portal: {
      label: 'Portal: Anmeldungen, Sitzungen, Portal-Schlüssel',
      help: 'Eine Adresse oder ein Netzwerk je Zeile. Leer: von überall. Das Netzwerk, in dem Sie arbeiten, muss dabei sein.',
    },
  },
  present: (address) => `Ihre Adresse ist gerade ${address}.`,
  addPresent: 'Diese Adresse in die Liste des Portals aufnehmen',
  anywhere: 'von überall',
  locksOut: (address) =>
    `Ihre eigene Adresse ${address} steht nicht in der Liste des Portals: Sie würden sich selbst aussperren. Nehmen Sie sie auf, oder ein Netzwerk, in dem sie liegt.`,
  save: 'Speichern',
  saved: 'Gespeichert. Es gilt binnen einer Sekunde.',
}
