import { isolate } from '../../language/isolate.ts'
import type { inboxTexts } from '../inbox.ts'
import type { Translated } from '../translation.ts'
import { counted, PARTS } from './counted.ts'

export const inbox: Translated<typeof inboxTexts> = {
  description: 'ما يكتبه الناس إلى أرقامك، وما ترد به.',
  list: 'المحادثات',
  which: 'أي المحادثات',
  all: 'الكل',
  unread: 'غير مقروءة',
  search: 'اسم أو رقم أو كلمات',
  unreadCount: (count) => `غير مقروءة: ${count}`,
  you: 'أنت',
  octets: 'رسالة ثنائية',
  emptyTitle: 'لا رسائل بعد',
  emptyText: 'حين يرسل أحد رسالة SMS إلى أحد أرقامك تظهر المحادثة هنا.',
  noneTitle: 'لم يُعثر على محادثة',
  noneUnread: 'قُرئ كل شيء.',
  noneFound: 'لم يكتب إليك أحد بهذا الاسم أو الرقم، ولا توجد هذه الكلمات في أي محادثة.',
  chooseTitle: 'اختر محادثة',
  chooseText: 'اضغط j وk للنزول والصعود في القائمة، وu للمحادثة التالية غير المقروءة، وr للرد.',
  back: 'كل المحادثات',
  to: (channel) => `إلى ${isolate(channel)}`,
  optedOut: 'ألغى الاشتراك',
  optedIn: 'أعاد الاشتراك',
  contact: 'جهة الاتصال',
  addContact: 'إضافة إلى جهات الاتصال',
  entries: 'رسائل هذه المحادثة',
  earlier: 'رسائل سابقة',
  nothingSaid: 'لا رسائل بعد.',
  sentBy: (email) => `أرسلها ${isolate(email)}`,
  bySystem: {
    'auto-reply': 'رد تلقائي',
    'opt-out-confirmation': 'تأكيد إلغاء الاشتراك',
    'opt-in-confirmation': 'تأكيد إعادة الاشتراك',
    forward: 'محوّلة',
  },
  viaInterface: (origin, email) =>
    email === null ? `عبر ${isolate(origin)}` : `عبر ${isolate(origin)}، ${isolate(email)}`,
  scheduledFor: 'مجدولة في',
  reply: 'ردك',
  send: 'إرسال',
  sendAndNext: 'إرسال ومتابعة',
  sendHint: 'Ctrl+Enter للإرسال، وEsc لمغادرة الحقل',
  notSent: (contact) => `لم يُرسل الرد إلى ${isolate(contact)}. وما زال في حقله.`,
  cannotAnswer: 'هذا المرسِل ليس رقمًا، فلا يمكنك الرد.',
  isOptedOut: 'ألغت جهة الاتصال هذه اشتراكها ولا تستقبل رسائل. يمكنها العودة إلى الاشتراك بالرد بكلمة JOIN.',
  size: (parts, remaining) =>
    `${counted(parts, PARTS)}، المتبقي ${counted(remaining, ['حرف واحد', 'حرفان', 'أحرف', 'حرفًا', 'حرف'])}`,
  beyondGsm: (characters) => `أقل لكل جزء بسبب ${isolate(characters)}`,
  neverWrote: 'لم يكتب إليك هذا الرقم قط، فلا محادثة معه.',
  writeTo: 'كتابة رسالة',
}
