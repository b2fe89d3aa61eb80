import type { connectionTexts } from '../connection.ts'
import type { Translated } from '../translation.ts'

export const connection: Translated<typeof connectionTexts> = {
  lost: (time) => `Keine Verbindung seit ${time}.`,
  stale: 'Was Sie sehen, kann sich seither geändert haben. Es wird aktualisiert, sobald das Gateway antwortet.',
}
