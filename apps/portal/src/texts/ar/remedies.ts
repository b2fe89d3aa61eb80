import type { remedyTexts } from '../remedies.ts'
import type { Translated } from '../translation.ts'

export const remedies: Translated<typeof remedyTexts> = {
  campaigns: 'الانتقال إلى الحملات',
  channels: 'الانتقال إلى القنوات',
  contacts: 'الانتقال إلى جهات الاتصال',
  credit: 'عرض الرصيد',
  inbox: 'الانتقال إلى صندوق الوارد',
  keys: 'الانتقال إلى مفاتيح API',
  messages: 'الانتقال إلى الرسائل',
  security: 'الانتقال إلى إعدادات الأمان',
  templates: 'الانتقال إلى القوالب',
  users: 'الانتقال إلى المستخدمين',
  webhooks: 'الانتقال إلى خطافات الويب',
}
