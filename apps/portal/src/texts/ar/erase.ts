import { isolate } from '../../language/isolate.ts'
import type { eraseTexts } from '../erase.ts'
import type { Translated } from '../translation.ts'

export const erase: Translated<typeof eraseTexts> = {
  erase: 'محو الرقم',
  title: (mobile) => `محو ${isolate(mobile)}`,
  sure: 'تُحذف جهة الاتصال والرسائل منها وإليها وكل ما يخص هذا الرقم نهائيًا. وإذا كان قد ألغى اشتراكه فيبقى ملغى. لا يمكن التراجع عن ذلك.',
  yesErase: 'محو نهائي',
  cancel: 'إلغاء',
  erased: 'مُحي الرقم.',
  erasedOptedOut: 'مُحي الرقم. ويبقى اشتراكه ملغى.',
  inArchives: 'قد يبقى الرقم في ملفات الأرشيف التالية؛ راجع مشغّل البوابة:',
  close: 'إغلاق',
}
