import { isolate } from '../../language/isolate.ts'
import type { Translated } from '../translation.ts'
import type { webhookTexts } from '../webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: Translated<typeof webhookTexts> = {
  title: 'خطافات الويب',
  description: 'ما أُرسل إلى خوادمك، وكيف ردّت، وما زال في انتظار الإرسال.',
  verifyLink: 'التحقق من توقيع',
  backToLog: 'كل خطافات الويب',
  none: 'لا خطافات ويب مطابقة',
  noneText:
    'تظهر خطافات الويب هنا حالما يكون للقناة عنوان URL ويحدث شيء: تقرير تسليم، أو رسالة SMS واردة، أو إلغاء اشتراك.',
  list: 'خطافات الويب، الأحدث أولًا',
  filters: 'عوامل التصفية',
  any: 'الكل',
  kind: 'النوع',
  state: 'الحالة',
  channel: 'القناة',
  since: 'منذ',
  everyClient: 'كل العملاء',
  kinds: { dlr: 'تقرير تسليم', incoming: 'رسالة SMS واردة', 'opt-out': 'إلغاء اشتراك', 'opt-in': 'إعادة اشتراك' },
  states: { pending: 'في الانتظار', delivered: 'سُلّم', failed: 'فشل' },
  periods: { hour: 'آخر ساعة', day: 'آخر 24 ساعة', week: 'آخر 7 أيام' },
  select: (id) => `تحديد خطاف الويب ${id}`,
  attempts: (count) => counted(count, ['محاولة واحدة', 'محاولتان', 'محاولات', 'محاولة', 'محاولة']),
  selected: (count) => `المحدد: ${count}`,
  resend: 'إعادة الإرسال',
  resendSelected: (count) => `إعادة إرسال ${count}`,
  resendFailed: 'إعادة إرسال كل الفاشل',
  resendFailedText: 'يعيد إرسال كل خطاف ويب يطابق عوامل التصفية وفشل نهائيًا في هذه الفترة. قد يستلم خادمك أحدها مرتين.',
  resent: (count) =>
    count === 0
      ? 'لم يكن هناك ما يُعاد إرساله'
      : `تُعاد الآن: ${counted(count, ['خطاف ويب واحد', 'خطافا ويب', 'خطافات ويب', 'خطاف ويب', 'خطاف ويب'])}`,
  clear: 'إلغاء التحديد',
  details: (id) => `خطاف الويب ${id}`,
  tellsOf: 'بشأن',
  message: (id) => `الرسالة ${id}`,
  incoming: (id) => `رسالة SMS الواردة ${id}`,
  createdAt: 'أُنشئ',
  noRequest: 'لم يُنشأ الطلب بعد.',
  noAttempts: 'لا محاولات بعد.',
  attempt: (number) => `المحاولة ${number}`,
  paused: {
    title: (count) => `فشل متكرر: ${counted(count, ['خادم واحد', 'خادمان', 'خوادم', 'خادمًا', 'خادم'])}`,
    text: 'تنتظر خطافات الويب حتى ينجح استدعاء تجريبي واحد؛ ولا يضيع شيء في هذه الأثناء. أصلح الخادم فتُرسل تلقائيًا.',
    waiting: (count) => `في الانتظار: ${count}`,
    since: 'منذ',
    next: 'الاستدعاء التجريبي التالي',
    show: 'عرض',
  },
  verify: {
    title: 'التحقق من توقيع',
    description: 'كيف يتحقق خادمك من أن خطاف الويب قادم من هنا ولم يتغير في الطريق.',
    rule: `X-Signature هو ${isolate('sha256=')} يليه HMAC-SHA256 للمحتوى بحرفه، بالنظام الست عشري، ومفتاحه سر القناة. وأثناء تغيير السر يُحسب X-Signature-Next بالجديد: اقبل أيًا منهما.`,
    channel: 'القناة',
    url: 'عنوان URL لتقارير التسليم فيها',
    noUrl: 'ليس للقناة عنوان URL لتقارير التسليم بعد، لذا تستمع الأمثلة على هذا الجهاز.',
    secretHint: 'مرّر مفتاح الأمان إلى البرنامج في المتغير SECRET. عُرض المفتاح عند توليده؛ فإن فُقد فولّد مفتاحًا جديدًا.',
    toSecrets: 'الانتقال إلى مفاتيح القناة',
    byHand: 'يدويًا',
    check: {
      title: 'تحقق من واحد هنا',
      text: 'لا شيء من هذا يغادر متصفحك.',
      secret: 'السر',
      body: 'المحتوى كما وصل تمامًا',
      signature: 'X-Signature',
      matches: 'التوقيع صحيح',
      differs: 'التوقيع لا يطابق هذا المحتوى والسر',
      expected: 'المتوقع:',
      unavailable: 'لا تحسب المتصفحات التواقيع إلا في صفحات HTTPS. استخدم أحد البرامج أعلاه.',
    },
    libraries:
      'مكتبات Standard Webhooks تتحقق من الترويسات webhook-id وwebhook-timestamp وwebhook-signature، وهي تُرسل أيضًا.',
  },
}
