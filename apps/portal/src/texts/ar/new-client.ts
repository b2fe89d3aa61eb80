import { isolate } from '../../language/isolate.ts'
import type { newClientTexts } from '../new-client.ts'
import type { Translated } from '../translation.ts'

export const newClient: Translated<typeof newClientTexts> = {
  start: {
    title: 'ليتمكن من البدء (اختياري)',
    email: 'البريد الإلكتروني لأول مستخدم',
    emailHelp: 'مسؤول. تولّد البوابة كلمة مرور أولى لتبلغه بها.',
    withKey: 'إنشاء مفتاح API للبرامج أيضًا',
  },
  handOver: 'للتسليم',
  forClient: (name) => `سلّم هذا إلى ${isolate(name)}`,
  change: 'ينبغي أن يغيّر المستخدم كلمة المرور بعد أول تسجيل دخول.',
  address: 'اللوحة',
  email: 'البريد الإلكتروني',
  password: 'كلمة المرور الأولى',
  apiKey: 'مفتاح API',
  example: 'للتجربة',
  open: 'فتح العميل',
}
