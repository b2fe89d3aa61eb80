import { isolate } from '../../language/isolate.ts'
import type { scheduledTexts } from '../scheduled.ts'
import type { Translated } from '../translation.ts'
import { counted, MESSAGES } from './counted.ts'

export const scheduled: Translated<typeof scheduledTexts> = {
  description: 'رسائل لم تُرسل بعد. يمكن تغيير موعدها أو إلغاؤها حتى يبدأ الإرسال.',
  emptyTitle: 'لا شيء مجدول',
  emptyText: 'حدّد وقتًا عند كتابة رسالة فتنتظر هنا.',
  write: 'كتابة رسالة',
  list: 'قائمة',
  calendar: 'تقويم',
  view: 'العرض',
  messages: (count) => counted(count, MESSAGES),
  oneMessage: 'رسالة واحدة',
  from: (from) => `من ${isolate(from)}`,
  reschedule: 'تغيير الموعد',
  rescheduleTitle: 'الموعد الجديد',
  save: 'حفظ',
  moved: 'تغيّر الموعد.',
  pause: 'إيقاف مؤقت',
  resume: 'استئناف',
  cancel: 'إلغاء',
  cancelSure: (messages) => `إلغاء نهائي (${messages})؟`,
  keep: 'إبقاء',
  cancelled: 'أُلغيت واستُرد ثمنها.',
  nothingThen: 'لا شيء مجدول لهذا اليوم.',
  more: 'عرض المزيد',
}
