import { isolate } from '../../language/isolate.ts'
import type { variableTexts } from '../template-variables.ts'
import type { Translated } from '../translation.ts'
import { counted } from './counted.ts'

export const templateVariables: Translated<typeof variableTexts> = {
  back: 'العودة إلى القوالب',
  use: 'استخدام هذا النص',
  preview: 'كما سيصل',
  parts: (count) => counted(count, ['رسالة SMS واحدة', 'رسالتا SMS', 'رسائل SMS', 'رسالة SMS', 'رسالة SMS']),
  toFill: 'املأ الحقول المطلوبة لترى النص.',
  asked: 'هذه ليست من حقول جهات الاتصال. تُطلب قيمها عند استخدام القالب:',
  type: (name) => `نوع ${isolate(name)}`,
  types: { text: 'نص', number: 'عدد', date: 'تاريخ', choice: 'اختيار' },
  fallback: (name) => `دون ${isolate(name)}`,
  fallbackHelp: 'إذا تُرك فارغًا: القيمة مطلوبة.',
  choices: (name) => `خيارات ${isolate(name)}`,
  choicesHelp: 'مفصولة بفواصل.',
}
