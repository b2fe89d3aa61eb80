import { isolate } from '../../language/isolate.ts'
import type { runTexts } from '../run-requests.ts'
import type { Translated } from '../translation.ts'

export const runRequests: Translated<typeof runTexts> = {
  title: 'نفّذه هنا',
  text: 'عدّل طلبًا وأرسله إلى هذه البوابة من متصفحك. ويفعل ما كان سيفعله لبرنامجك.',
  request: 'الطلب',
  key: 'مفتاح API للإرسال',
  keyHelp: (place) => `يحل محل ${isolate(place)} في الطلب، ولا يُحفظ في أي مكان.`,
  makeKey: 'إنشاء مفتاح اختبار',
  testKey: 'اختبار',
  noKey: 'ألصق أحد مفاتيحك، أو أنشئ مفتاح اختبار ينتهي غدًا.',
  method: 'الطريقة',
  path: 'المسار',
  headers: 'الترويسات',
  body: 'المحتوى',
  send: 'إرسال الطلب',
  answer: 'الرد',
  answerHeaders: 'ترويسات الرد',
  answerBody: 'محتوى الرد',
  elsewhere: 'لهذه الواجهة عنوان خاص بها لا يُسمح للمتصفح بالإرسال إليه من هذه الصفحة. استخدم الأمر.',
  sure: 'هل ترسله فعلًا؟',
  cost: (recipients, parts, price) =>
    `يرسل رسالة حقيقية: المستلمون ${recipients}، والأجزاء ${parts}، والسعر ${isolate(price)}.`,
  costUnknown: 'قد يرسل رسائل حقيقية أو يغيّر بعضها. ولا تُعرف تكلفته من الطلب.',
  balance: (balance) => `رصيدك ${isolate(balance)}.`,
  back: 'رجوع',
  sendNow: 'إرساله فعلًا',
  problems: {
    path: 'يجب أن يبدأ المسار بشرطة مائلة وأن يؤدي إلى هذه البوابة.',
    header: 'لا يمكن إرسال ترويسة بهذا الشكل: اكتب كلًّا منها في سطر، هكذا: «الاسم: القيمة».',
    failed: 'لم يصل رد. تحقق من إمكان الوصول إلى البوابة.',
  },
}
