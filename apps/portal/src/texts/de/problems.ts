import type { problemTexts } from '../problems.ts'
import type { Translated } from '../translation.ts'

export const problems: Translated<typeof problemTexts> = {
  title: 'Etwas ist schiefgegangen',
  offline: 'Das Gateway ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  unauthenticated: 'Sie sind nicht mehr angemeldet. Melden Sie sich an und versuchen Sie es noch einmal.',
  forbidden: 'Ihre Rolle erlaubt das nicht. Wenden Sie sich an einen Administrator Ihres Kontos.',
  'not-found': 'Das gibt es nicht mehr, oder es gehört einem anderen Kunden.',
  'method-not-allowed': 'Das Gateway hat eine andere Version als diese Seite. Laden Sie die Seite neu.',
  conflict: 'Inzwischen hat sich etwas geändert. Sehen Sie noch einmal nach und entscheiden Sie dann.',
  'too-large': 'Das ist zu viel auf einmal. Senden Sie weniger.',
  throttled: 'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
  unavailable:
    'Etwas, das das Gateway braucht, ist gerade nicht verfügbar. Versuchen Sie es in einer Minute noch einmal.',
  internal:
    'Im Gateway ist ein Fehler aufgetreten. Versuchen Sie es noch einmal; bleibt er bestehen, melden Sie ihn Ihrem Betreiber.',
}
