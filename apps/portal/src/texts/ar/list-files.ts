import type { listFileTexts } from '../list-files.ts'
import type { Translated } from '../translation.ts'

export const listFiles: Translated<typeof listFileTexts> = {
  empty: 'الملف فارغ. اختر ملفًا فيه صف لكل رقم.',
  'too-large': 'الملف كبير جدًا. قسّمه إلى عدة ملفات.',
  'other-kind': 'هذه ليست قائمة يمكن قراءتها. احفظها بصيغة XLSX أو CSV في برنامج الجداول.',
  'old-excel': 'هذا مصنف من إصدار Excel قديم (XLS)، أو محمي بكلمة مرور. احفظه بصيغة XLSX أو CSV دون كلمة مرور.',
  'unknown-encoding': 'لا يمكن قراءة أحرف هذا الملف. احفظه بصيغة XLSX، أو CSV بترميز UTF-8.',
  'bad-workbook': 'هذا المصنف تالف. افتحه في برنامج الجداول واحفظه من جديد.',
  'too-many-rows': 'في المصنف أكثر من 1,000,000 صف. قسّمه إلى عدة ملفات.',
  'too-many-columns': 'في المصنف أكثر من 100 عمود. احذف ما لا تحتاج إليه.',
  'too-slow': 'قراءة المصنف تستغرق وقتًا طويلًا جدًا. احفظه بصيغة CSV، أو قسّمه.',
}
