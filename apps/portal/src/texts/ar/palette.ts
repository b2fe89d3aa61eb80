import { isolate } from '../../language/isolate.ts'
import type { paletteTexts } from '../palette.ts'
import type { Translated } from '../translation.ts'
import { counted } from './counted.ts'

export const palette: Translated<typeof paletteTexts> = {
  hint: 'صفحة أو رقم أو اسم أو معرّف رسالة',
  hits: 'النتائج',
  count: (hits) => counted(hits, ['نتيجة واحدة', 'نتيجتان', 'نتائج', 'نتيجة', 'نتيجة']),
  searching: 'جارٍ البحث',
  empty: 'لا نتائج. للعثور على الرسائل وجهات الاتصال أدخل رقمًا أو اسمًا أو معرّف رسالة أو مرجعًا.',
  failed: 'فشل البحث؛ وما زال العثور على الصفحات ممكنًا.',
  groups: {
    pages: 'الصفحات',
    messages: 'الرسائل',
    contacts: 'جهات الاتصال',
    channels: 'القنوات',
    clients: 'العملاء',
    lists: 'المتابعة مع',
  },
  message: (to) => `إلى ${isolate(to)}`,
  messagesOf: (number) => `الرسائل إلى ${isolate(number)}`,
  conversationWith: (number) => `المحادثة مع ${isolate(number)}`,
  messagesWith: (text) => `الرسائل التي فيها «${isolate(text)}»`,
  clientNumber: (id) => `العميل ${id}`,
}
