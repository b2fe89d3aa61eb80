import type { eraseTexts } from '../erase.ts'
import type { Translated } from '../translation.ts'

export const erase: Translated<typeof eraseTexts> = {
  erase: 'Nummer löschen',
  title: (mobile) => `${mobile} löschen`,
  sure: 'Der Kontakt, Nachrichten an ihn und von ihm und alles andere zu dieser Nummer werden endgültig entfernt. Ist sie abgemeldet, bleibt sie abgemeldet. Das lässt sich nicht rückgängig machen.',
  yesErase: 'Endgültig löschen',
  cancel: 'Abbrechen',
  erased: 'Die Nummer wurde gelöscht.',
  erasedOptedOut: 'Die Nummer wurde gelöscht. Sie bleibt abgemeldet.',
  inArchives: 'Diese Dateien des Archivs können die Nummer noch enthalten; fragen Sie den Betreiber des Gateways:',
  close: 'Schließen',
}
