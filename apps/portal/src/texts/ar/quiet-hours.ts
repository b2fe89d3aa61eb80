import { isolate } from '../../language/isolate.ts'
import type { quietHoursTexts } from '../quiet-hours.ts'
import type { Translated } from '../translation.ts'

export const quietHours: Translated<typeof quietHoursTexts> = {
  page: 'ساعات الهدوء',
  help: 'الساعات التي يجب ألا تصل فيها رسالة إلى أحد. وما يُرسل خلالها ينتظر نهايتها. أما الردود على جهات الاتصال والرسائل الحرجة فتُرسل فورًا دائمًا.',
  isOn: 'تأجيل الرسائل في ساعات الهدوء',
  from: 'من',
  to: 'إلى',
  toHelp: 'إذا لم تكن بعد البداية: في اليوم التالي.',
  days: 'الأيام التي تبدأ فيها',
  zone: 'المنطقة الزمنية',
  zoneHelp: 'للمستلمين الذين لبلدهم عدة مناطق. ولغيرهم يُعتمد توقيت بلدهم.',
  includesInterfaces: 'ما ترسله البرامج أيضًا',
  includesInterfacesHelp: 'دون ذلك لا يؤجَّل إلا ما يُرسل من اللوحة.',
  save: 'حفظ',
  saved: 'تم الحفظ. وما جُدول من قبل يبقى في موعده.',
  held: (count, all, at) => `يُرسل ${count} من ${all} في الساعة ${isolate(at)} بتوقيت المستلمين.`,
  forUpload: (from, to) =>
    `ساعات الهدوء من ${isolate(from)} إلى ${isolate(to)}: ما كان سيُرسل خلالها يُرسل في الساعة ${isolate(to)} بتوقيت المستلمين.`,
  change: 'تغيير ساعات الهدوء',
}
