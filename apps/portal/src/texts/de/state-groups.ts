import type { stateGroupTexts } from '../state-groups.ts'
import type { Translated } from '../translation.ts'

export const stateGroups: Translated<typeof stateGroupTexts> = {
  scheduled: 'Geplant',
  waiting: 'Wartend',
  underway: 'Unterwegs',
  delivered: 'Zugestellt',
  failed: 'Fehlgeschlagen',
  stopped: 'Gestoppt',
}
