import { isolate } from '../../language/isolate.ts'
import type { passkeyTexts } from '../passkeys.ts'
import type { Translated } from '../translation.ts'
import { counted } from './counted.ts'

export const passkeys: Translated<typeof passkeyTexts> = {
  title: 'مفاتيح المرور',
  help: 'بمفتاح المرور تسجّل الدخول ببصمتك أو وجهك أو رمز جهازك، دون كلمة مرور ودون رمز تحقق.',
  notHere: (origin) => `لا تعمل مفاتيح المرور إلا على ${isolate(origin)}. افتح اللوحة هناك لتستخدمها.`,
  notYet: `لا يمكن إضافة مفتاح مرور: يحتاج الإعداد ${isolate('publicUrl')} في هذه البوابة إلى عنوان فيه اسم مضيف وhttps، مثل ${isolate('https://sms.example.com')}.`,
  notInBrowser: 'لا يستطيع هذا المتصفح استخدام مفاتيح المرور.',
  empty: 'ليس لديك مفتاح مرور بعد.',
  created: 'أُضيف',
  lastUsed: 'آخر استخدام',
  neverUsed: 'لم يُستخدم قط',
  add: 'إضافة مفتاح مرور',
  name: 'الاسم',
  nameHelp: 'ما تعرفه به، مثل: هاتفي.',
  next: 'التالي',
  save: 'حفظ',
  cancel: 'إلغاء',
  added: 'أُضيف مفتاح المرور.',
  givenUp: 'لم يُضف شيء: أُغلقت نافذة المتصفح، أو طال الانتظار.',
  onDevice: 'على هذا الجهاز مفتاح مرور لك من قبل.',
  rename: 'إعادة التسمية',
  renameOf: (name) => `إعادة تسمية ${isolate(name)}`,
  renamed: 'صار لمفتاح المرور اسم آخر.',
  remove: 'إزالة',
  removeOf: (name) => `إزالة ${isolate(name)}`,
  removeHelp: 'بعد ذلك لا يستطيع أحد تسجيل الدخول به. احذفه من جهازك أيضًا.',
  removed: 'أُزيل مفتاح المرور.',
  ofUser: (count) =>
    `مفاتيح مرور مستخدمة: ${counted(count, ['مفتاح واحد', 'مفتاحان', 'مفاتيح', 'مفتاحًا', 'مفتاح'])}. أزلها إذا فقد المستخدم جهازه.`,
  removeAll: 'إزالة مفاتيح المرور',
  removedAll: (email) => `لم يعد ${isolate(email)} يسجّل الدخول بمفتاح مرور.`,
}
