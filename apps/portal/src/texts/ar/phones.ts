import { isolate } from '../../language/isolate.ts'
import type { phonesTexts } from '../phones.ts'
import type { Translated } from '../translation.ts'

export const phones: Translated<typeof phonesTexts> = {
  title: 'الهواتف الافتراضية',
  description: 'هواتف الشبكة المحاكاة: ما تستقبله وما ترد به. لا شيء يغادر هذه البوابة.',
  emptyTitle: 'لم تصل أي رسالة بعد',
  empty: 'أرسل نصًا إلى أي رقم فيظهر هاتفه هنا.',
  offTitle: 'لا هواتف افتراضية هنا',
  off: `هي جزء من الشبكة المحاكاة: اضبط ${isolate('`phones: true`')} لمثيلها في الإعدادات.`,
  phone: (number) => `الهاتف ${isolate(number)}`,
  messages: (number) => `الرسائل على ${isolate(number)}`,
  from: (peer) => `من ${isolate(peer)}`,
  to: (peer) => `إلى ${isolate(peer)}`,
  answer: 'ردك',
  send: 'إرسال الرد',
  stop: 'الرد بكلمة STOP',
  noAnswer: (peer) => `${isolate(peer)} ليس رقمًا، فلا يمكنك الرد.`,
  tour: {
    title: 'أول دقيقتين لك',
    skip: 'تخطي',
    again: 'عرض الخطوات الأولى',
    to: 'الرقم',
    text: 'النص',
    hello: 'مرحبًا! طاولتك محجوزة لهذا المساء. أرسل STOP لإلغاء الاشتراك.',
    send: { title: 'أرسل رسالة', text: 'إلى أي رقم: هنا تصل إلى هاتف افتراضي.', action: 'إرسال' },
    arrive: { title: 'شاهدها تصل', text: 'تُقبل وتُرسل وتُسلَّم خلال ثانية.' },
    stop: { title: 'رُدّ بكلمة STOP', text: 'على الهاتف، بنقرة واحدة: تلغي جهة الاتصال اشتراكها.' },
    block: {
      title: 'شاهدها تُحجب',
      text: 'أرسل مرة أخرى: لا شيء يصل إلى من ألغى اشتراكه.',
      action: 'إرسال مرة أخرى',
    },
    blocked: 'محجوبة: ألغت جهة الاتصال هذه اشتراكها.',
    second: 'المتابعة برقم ثانٍ',
    undo: 'إعادة اشتراكها',
    next: 'للبرامج: مفتاح API وأمثلة جاهزة.',
    developers: 'المطوّرون',
    done: 'تم',
  },
}
