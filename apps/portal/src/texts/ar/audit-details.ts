import type { auditDetailTexts } from '../audit-details.ts'
import type { Translated } from '../translation.ts'

export const auditDetails: Translated<typeof auditDetailTexts> = {
  names: {
    by: 'بواسطة',
    changes: 'التغييرات',
    fields: 'ما تغيّر',
    ids: 'معرّفات الرسائل',
    isDefault: 'القناة الافتراضية',
    level: 'الإجراء',
    outcome: 'القرار',
    passkeys: 'مفاتيح المرور',
    undecided: 'رسائل بلا قرار',
    via: 'بواسطة',
  },
  values: {
    enabled: { true: 'نعم', false: 'لا' },
    isDefault: { true: 'نعم', false: 'لا' },
    kind: { 'opt-out': 'إلغاء الاشتراك', 'opt-in': 'إعادة الاشتراك' },
    level: { asking: 'الروابط تطلب التأكيد', refusing: 'الروابط مرفوضة' },
    outcome: { sent: 'أُرسلت', failed: 'فشلت', resend: 'إعادة الإرسال' },
    priority: { CRITICAL: 'حرجة', HIGH: 'عالية', NORMAL: 'عادية', LOW: 'منخفضة', BULK: 'جماعية' },
    role: { user: 'مستخدم', admin: 'مسؤول', operator: 'مشغّل' },
    scope: { send: 'للإرسال', portal: 'للوحة أيضًا' },
    via: {
      password: 'كلمة المرور',
      link: 'رابط لمرة واحدة',
      mail: 'رابط لكلمة المرور',
      provider: 'مزوّد الهوية',
      passkey: 'مفتاح المرور',
    },
  },
}
