import type { deliveryHoursTexts } from '../delivery-hours.ts'
import type { Translated } from '../translation.ts'

export const deliveryHours: Translated<typeof deliveryHoursTexts> = {
  isOn: 'في ساعات معينة فقط',
  help: 'ما لم يُرسل حتى نهايتها ينتظر الساعات التالية.',
  noDay: 'اختر يومًا واحدًا على الأقل.',
  noTime: 'أدخل الوقتين.',
  sameTime: 'يجب أن يختلف عن البداية.',
}
