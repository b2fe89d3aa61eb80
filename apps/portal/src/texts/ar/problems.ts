import type { problemTexts } from '../problems.ts'
import type { Translated } from '../translation.ts'

export const problems: Translated<typeof problemTexts> = {
  title: 'حدث خطأ ما',
  offline: 'لا يمكن الوصول إلى البوابة. تحقق من اتصالك وحاول مرة أخرى.',
  unauthenticated: 'انتهى تسجيل دخولك. سجّل الدخول وحاول مرة أخرى.',
  forbidden: 'دورك لا يسمح بهذا. راجع أحد مسؤولي حسابك.',
  'not-found': 'لم يعد موجودًا، أو أنه يخص عميلًا آخر.',
  'method-not-allowed': 'إصدار البوابة مختلف عن إصدار هذه الصفحة. أعد تحميل الصفحة.',
  conflict: 'تغيّر شيء في هذه الأثناء. راجعه، ثم قرّر.',
  'too-large': 'هذا أكبر مما يمكن قبوله. أرسل أقل في كل مرة.',
  throttled: 'طلبات كثيرة جدًا. انتظر لحظة، ثم حاول مرة أخرى.',
  unavailable: 'شيء تحتاج إليه البوابة غير متاح مؤقتًا. حاول مرة أخرى بعد دقيقة.',
  internal: 'حدث خطأ في البوابة. حاول مرة أخرى؛ وإذا استمر فأخبر المشغّل.',
}
