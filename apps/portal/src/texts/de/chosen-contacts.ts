import type { chosenContactTexts } from '../chosen-contacts.ts'
import type { Translated } from '../translation.ts'

export const chosenContacts: Translated<typeof chosenContactTexts> = {
  choose: (who) => `${who} auswählen`,
  chooseAll: 'Alle angezeigten auswählen',
  chooseCounted: (count) => `Alle ${count} auswählen`,
  chooseMatching: 'Alle passenden auswählen',
  hint: 'Mit der Umschalttaste wählen Sie einen Bereich aus.',
  chosen: (count) => `${count} ausgewählt`,
  actions: 'Aktionen für ausgewählte Kontakte',
  none: 'Auswahl aufheben',
  addToGroup: 'Zu Gruppe hinzufügen',
  removeFromGroup: 'Aus Gruppe entfernen',
  group: 'Gruppe',
  groupHelp: 'Ein neuer Name legt eine neue Gruppe an.',
  add: 'Hinzufügen',
  take: 'Entfernen',
  optOut: 'Abmelden',
  optIn: 'Wieder anmelden',
  export: 'Exportieren',
  remove: 'Kontakte entfernen',
  added: (count, group) => `Zu ${group} hinzugefügt: ${count}.`,
  taken: (count, group) => `Aus ${group} entfernt: ${count}.`,
  optedOut: (count) => `Abgemeldet: ${count}. Ihre wartenden Nachrichten wurden storniert.`,
  optedIn: (count) => `Wieder angemeldet: ${count}.`,
  removed: (count) => `Aus den Kontakten entfernt: ${count}.`,
  undone: 'Rückgängig gemacht.',
}
