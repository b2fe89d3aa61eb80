import { isolate } from '../../language/isolate.ts'
import type { savedReportTexts } from '../saved-reports.ts'
import type { Translated } from '../translation.ts'

export const savedReports: Translated<typeof savedReportTexts> = {
  title: 'التقارير المحفوظة',
  save: 'حفظ هذا التقرير',
  saved: 'حُفظ التقرير.',
  name: 'الاسم',
  period: 'الفترة',
  mail: 'إرساله بالبريد الإلكتروني كل يوم اثنين',
  mailOf: (name) => `إرساله بالبريد الإلكتروني كل يوم اثنين: ${isolate(name)}`,
  mailHelp: 'إلى عنوانك أنت، وفيه الأرقام نصًّا وبصيغة CSV.',
  mailedFromNow: 'سيصلك كل يوم اثنين.',
  mailedNoMore: 'لن يصلك بعد الآن.',
  noMail: 'لا ترسل هذه البوابة بريدًا إلكترونيًا بعد: على أحد المشغّلين إعداد ذلك.',
  remove: 'حذف',
  removeOf: (name) => `حذف: ${isolate(name)}`,
  removed: 'حُذف التقرير.',
  cancel: 'إلغاء',
}
