import type { stateTexts } from '../states.ts'
import type { Translated } from '../translation.ts'

export const states: Translated<typeof stateTexts> = {
  scheduled: 'مجدولة',
  queued: 'في الانتظار',
  submitting: 'قيد التسليم للشبكة',
  unknown: 'لا رد بعد',
  submitted: 'لدى الشبكة',
  retrying: 'إعادة محاولة',
  delivered: 'سُلّمت',
  undeliverable: 'تعذر التسليم',
  'refused-by-network': 'رفضتها الشبكة',
  expired: 'انتهت مدتها',
  unconfirmed: 'غير مؤكدة',
  cancelled: 'ملغاة',
  'no-route': 'لا مسار',
  'opted-out': 'ألغى الاشتراك',
  'bad-number': 'رقم خاطئ',
  'no-credit': 'لا رصيد',
  'too-long': 'طويلة جدًا',
  duplicate: 'مكررة',
}
