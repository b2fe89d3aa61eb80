import type { pluginPageTexts } from '../plugin-pages.ts'
import type { Translated } from '../translation.ts'

export const pluginPages: Translated<typeof pluginPageTexts> = {
  group: 'الإضافات',
  leftTitle: 'انتقلت هذه الصفحة إلى مكان آخر',
  left: 'تبقى صفحة الإضافة في مكانها، لذلك أغلقتها البوابة.',
  open: 'افتحها من جديد',
}
