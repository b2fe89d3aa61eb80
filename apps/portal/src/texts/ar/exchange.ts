import { isolate } from '../../language/isolate.ts'
import type { exchangeTexts } from '../exchange.ts'
import type { Translated } from '../translation.ts'

export const exchange: Translated<typeof exchangeTexts> = {
  request: 'الطلب',
  answer: 'الرد',
  headers: 'الترويسات',
  noBody: 'دون محتوى',
  noReply: 'رد فارغ',
  noAnswer: 'لا رد',
  in: (time) => `بعد ${isolate(time)}`,
  meanings: {
    success: 'مقبول. كل حالة من 200 إلى 299 تُعدّ نجاحًا.',
    redirect: 'لا تُتبع عمليات إعادة التوجيه. أدخل العنوان الذي تؤدي إليه.',
    unauthorised: 'لم يقبل خادمك التوقيع أو المفتاح. تحقق من أن لديه السر الحالي.',
    missing: 'لا يوجد هذا المسار على خادمك. راجع عنوان URL.',
    refused: 'رفض خادمك الطلب. لا تعيد البوابة محاولة الطلبات المرفوضة.',
    broken: 'تعطّل خادمك. في هذه الحالة تحاول البوابة خطاف الويب ثلاث مرات على الأكثر.',
    timeout: 'لم يرد خادمك خلال عشر ثوانٍ.',
    blocked: 'العنوان ليس عامًا. يمكن للمشغّل السماح بخطافات الويب إلى شبكات أخرى.',
    unreachable: 'تعذر الوصول إلى خادمك. تحقق من الاسم والمنفذ، ومن أن لا جدار حماية يحجب البوابة.',
  },
}
