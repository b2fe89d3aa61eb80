import { isolate } from '../../language/isolate.ts'
import type { sendingTexts } from '../sending.ts'
import type { Translated } from '../translation.ts'
import { counted, MESSAGES, OF_MESSAGES } from './counted.ts'

export const sending: Translated<typeof sendingTexts> = {
  description: 'ما هو معلّق، ورسائل ربما أُرسلت وربما لم تُرسل.',
  holds: 'المعلّق',
  holdsHelp:
    'تُقبل الرسائل المعلّقة وتنتظر: لا تسلّمها أي عقدة إلى شبكة. وتبقى الوصلات متصلة، وتصل التقارير ورسائل SMS الواردة.',
  nothingHeld: 'لا شيء معلّق.',
  hold: 'تعليق الإرسال',
  kind: 'ما يُعلَّق',
  kinds: { deployment: 'كل الإرسال', route: 'مسار', client: 'عميل' },
  names: { route: 'المسار', client: 'رقم العميل' },
  nameOf: (kind, name) => (kind === 'route' ? `المسار ${isolate(name)}` : `العميل ${isolate(name)}`),
  reason: 'السبب',
  reasonHelp: 'لمن ينظر هنا لاحقًا.',
  since: 'منذ',
  resume: 'استئناف',
  resumeOf: (what) => `استئناف: ${what}`,
  held: (what) => `معلّق: ${what}`,
  resumed: (what) => `استُؤنف الإرسال: ${what}`,
  cancel: 'إلغاء',
  unknown: 'مجهولة النتيجة',
  unknownHelp:
    'انتهى الاتصال قبل أن ترد الشبكة، أو استُعيدت قاعدة البيانات من نسخة. تحسمها تقارير التسليم من تلقاء نفسها؛ وما يبقى هنا يحتاج إلى قرارك.',
  noneUnknown: 'نتيجة كل رسالة معروفة',
  nothing: 'لا شيء يلزم هنا.',
  group: (client, route) => `${isolate(client)}، المسار ${isolate(route)}`,
  messages: (count) => counted(count, MESSAGES),
  oldest: 'أقدم ما قُبل',
  decide: 'البتّ',
  decideOf: (what) => `البتّ: ${what}`,
  decisions: { sent: 'أُرسلت', failed: 'لم تُرسل', resend: 'إرسالها مرة أخرى' },
  meanings: {
    sent: 'هي لدى الشبكة. وتُنتظر تقاريرها كأي رسالة أخرى.',
    failed: 'ليست لدى أي شبكة. تنتهي على أنها لم تُرسل، ويُعاد ثمنها إلى الرصيد.',
    resend: 'تُرسل مرة أخرى. ومن وصلته رسالته يستلمها مرتين.',
  },
  decided: (count) => `بُتّ في ${counted(count, OF_MESSAGES)}`,
}
