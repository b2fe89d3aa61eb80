import { isolate } from '../../language/isolate.ts'
import type { networkTexts } from '../networks.ts'
import type { Translated } from '../translation.ts'

export const networks: Translated<typeof networkTexts> = {
  title: 'الشبكات',
  help: (client) =>
    `من أين تُقبل مفاتيح ${isolate(client)} وكلمات مروره وتسجيلات دخوله. ومن غيرها تُرفض كأنها خاطئة، ويظهر ذلك في سجل التدقيق.`,
  lists: {
    programs: {
      label: 'البرامج: مفاتيح API وكلمات المرور وSMPP',
      help: `عنوان أو شبكة في كل سطر، مثل ${isolate('203.0.113.0/24')} أو ${isolate('2001:db8:5::/48')}. إذا تُرك فارغًا: من أي مكان.`,
    },
    portal: {
      label: 'اللوحة: تسجيلات الدخول والجلسات ومفاتيح اللوحة',
      help: 'عنوان أو شبكة في كل سطر. إذا تُرك فارغًا: من أي مكان. ويجب أن تكون الشبكة التي تعمل منها بينها.',
    },
  },
  present: (address) => `عنوانك الآن ${isolate(address)}.`,
  addPresent: 'إضافة هذا العنوان إلى قائمة اللوحة',
  anywhere: 'من أي مكان',
  locksOut: (address) =>
    `عنوانك ${isolate(address)} ليس في قائمة اللوحة، فستمنع نفسك من الدخول. أضفه، أو أضف شبكة تشمله.`,
  save: 'حفظ',
  saved: 'تم الحفظ. ويسري خلال ثانية.',
}
