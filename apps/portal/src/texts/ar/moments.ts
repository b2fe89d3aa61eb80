import { isolate } from '../../language/isolate.ts'
import type { momentTexts } from '../moments.ts'
import type { Translated } from '../translation.ts'

export const moments: Translated<typeof momentTexts> = {
  zone: (zone) => `التوقيت في ${isolate(zone)}. إذا تُرك فارغًا: الآن.`,
  example: 'غدًا 9:00',
  presets: ['بعد ساعة', 'غدًا 9:00', 'الاثنين 9:00'],
  problems: {
    unclear: 'هذا ليس وقتًا. اكتب 8:30، أو غدًا 9:00، أو 31 ديسمبر 14:00.',
    'no-time': 'في أي ساعة؟ اكتب مثلًا: غدًا 9:00.',
    'no-such-day': 'لا يوجد يوم كهذا.',
    skipped: 'هذا الوقت غير موجود: تُقدَّم الساعة متجاوزةً إياه.',
    passed: 'مضى هذا الوقت.',
  },
  calendar: {
    nextMonth: 'الشهر التالي',
    previousMonth: 'الشهر السابق',
    nextYear: 'السنة التالية',
    previousYear: 'السنة السابقة',
    nextDecade: 'العقد التالي',
    previousDecade: 'العقد السابق',
  },
}
