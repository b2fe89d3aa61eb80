import { isolate } from '../../language/isolate.ts'
import type { contactImportTexts } from '../contact-import.ts'
import type { Translated } from '../translation.ts'
import { counted, plural } from './counted.ts'

export const contactImport: Translated<typeof contactImportTexts> = {
  title: 'استيراد جهات الاتصال',
  description:
    'قائمة من جدول بيانات أو دفتر عناوين. تُحدَّث جهات الاتصال الموجودة ولا تُكرر أبدًا. ويُستأنف الاستيراد المنقطع عند عودتك إلى هذه الصفحة من المتصفح نفسه.',
  allContacts: 'كل جهات الاتصال',
  choose: 'اختيار ملف',
  otherFile: 'اختيار ملف آخر',
  fileHelp:
    'XLSX، أو CSV بفواصل أو فواصل منقوطة أو علامات جدولة، حتى 32 م.ب. يمكن للقائمة إلغاء اشتراك جهات اتصال، لا إعادته.',
  rows: (count) => counted(count, ['صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف']),
  header: 'الصف الأول يحتوي أسماء الأعمدة',
  columns: 'ماذا في كل عمود؟',
  column: (number) => `العمود ${number}`,
  roleOf: (column) => `محتوى العمود ${isolate(column)}`,
  roles: {
    skip: 'تجاهل',
    mobile: 'رقم الهاتف المحمول',
    name: 'الاسم',
    firstName: 'الاسم الأول',
    lastName: 'اسم العائلة',
    email: 'البريد الإلكتروني',
    groups: 'المجموعات (a;b)',
    status: 'الحالة (0 ملغى الاشتراك، 1 مشترك)',
    other: 'حقل إضافي',
  },
  noNumber: 'اختر العمود الذي يحتوي أرقام الهواتف المحمولة.',
  preview: 'الصفوف الأولى',
  start: (count) => `استيراد ${counted(count, ['صف واحد', 'صفين', 'صفوف', 'صفًا', 'صف'])}`,
  stop: 'إيقاف',
  goOn: 'استئناف',
  progress: 'تقدم الاستيراد',
  done: 'اكتمل الاستيراد',
  stopped: 'توقف الاستيراد',
  added: 'المضافة',
  changed: 'المحدَّثة',
  unchanged: 'دون تغيير',
  refused: 'المرفوضة',
  problems: 'صفوف لم تُستورد',
  problemsHelp: 'صحّحها في قائمتك واستوردها من جديد؛ وتبقى الصفوف الأخرى كما هي.',
  moreProblems: (count) => `تظهر أول ${count} فقط.`,
  row: 'الصف',
  number: 'الرقم',
  problem: 'المشكلة',
  saveRefused: 'حفظها بصيغة CSV',
  doubles: (rows) =>
    plural(rows, {
      one: 'صف واحد يحمل رقم صف سابق، ويحدّث جهة الاتصال نفسها.',
      other: `${counted(rows, ['صف واحد', 'صفان', 'صفوف', 'صفًا', 'صف'])} تحمل أرقام صفوف سابقة، وتحدّث جهات الاتصال نفسها.`,
    }),
  allToGroup: 'إضافة الكل إلى مجموعة',
  allToGroupHelp: 'الاسم الجديد ينشئ مجموعة جديدة.',
}
