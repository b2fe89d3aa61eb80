import type { stateGroupTexts } from '../state-groups.ts'
import type { Translated } from '../translation.ts'

export const stateGroups: Translated<typeof stateGroupTexts> = {
  scheduled: 'مجدولة',
  waiting: 'في الانتظار',
  underway: 'في الطريق',
  delivered: 'سُلّمت',
  failed: 'فشلت',
  stopped: 'أُوقفت',
}
