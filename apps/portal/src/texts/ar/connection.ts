import { isolate } from '../../language/isolate.ts'
import type { connectionTexts } from '../connection.ts'
import type { Translated } from '../translation.ts'

export const connection: Translated<typeof connectionTexts> = {
  lost: (time) => `لا اتصال منذ ${isolate(time)}.`,
  stale: 'قد يكون ما تراه تغيّر منذ ذلك الحين. ويُحدَّث حالما تستجيب البوابة.',
}
