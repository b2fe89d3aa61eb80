import { isolate } from '../../language/isolate.ts'
import type { chosenContactTexts } from '../chosen-contacts.ts'
import type { Translated } from '../translation.ts'

export const chosenContacts: Translated<typeof chosenContactTexts> = {
  choose: (who) => `تحديد ${isolate(who)}`,
  chooseAll: 'تحديد كل المعروض',
  chooseCounted: (count) => `تحديد الكل (${count})`,
  chooseMatching: 'تحديد كل المطابق',
  hint: 'اضغط Shift مع النقر لتحديد نطاق.',
  chosen: (count) => `المحدد: ${count}`,
  actions: 'إجراءات على جهات الاتصال المحددة',
  none: 'إلغاء التحديد',
  addToGroup: 'إضافة إلى مجموعة',
  removeFromGroup: 'إزالة من مجموعة',
  group: 'المجموعة',
  groupHelp: 'الاسم الجديد ينشئ مجموعة جديدة.',
  add: 'إضافة',
  take: 'إزالة',
  optOut: 'إلغاء الاشتراك',
  optIn: 'إعادة الاشتراك',
  export: 'تصدير',
  remove: 'حذف جهات الاتصال',
  added: (count, group) => `أُضيف إلى ${isolate(group)}: ${count}.`,
  taken: (count, group) => `أُزيل من ${isolate(group)}: ${count}.`,
  optedOut: (count) => `أُلغي اشتراك: ${count}. وأُلغيت رسائلهم المنتظرة.`,
  optedIn: (count) => `أُعيد اشتراك: ${count}.`,
  removed: (count) => `حُذف من جهات الاتصال: ${count}.`,
  undone: 'تم التراجع.',
}
