import type { firstStepsTexts } from '../first-steps.ts'
import type { Translated } from '../translation.ts'

export const firstSteps: Translated<typeof firstStepsTexts> = {
  title: 'للبدء',
  hint: 'تُؤشَّر كل خطوة من تلقاء نفسها. بعد إخفاء القائمة تجدها في قائمة حسابك.',
  allDone: 'اكتملت كل الخطوات.',
  hide: 'إخفاء هذه القائمة',
  done: 'تم',
  steps: {
    first: { title: 'أرسل أول رسالة SMS', text: 'إلى رقمك أنت، لترى وصولها.' },
    second: { title: 'أرسل إلى رقم ثانٍ', text: 'إلى زميل، أو إلى هاتف آخر لك.' },
    key: { title: 'أنشئ مفتاح API', text: 'به تُرسل البرامج.' },
    webhook: { title: 'اضبط خطاف ويب', text: 'تصل تقارير التسليم والرسائل الواردة إلى خادمك.' },
    colleague: { title: 'ادعُ زميلًا', text: 'يسجّل كل شخص الدخول باسمه.' },
  },
}
