import type { linkChartTexts } from '../link-charts.ts'
import type { Translated } from '../translation.ts'

export const linkCharts: Translated<typeof linkChartTexts> = {
  lastHour: 'آخر ساعة',
  taken: 'معدل النقل',
  window: 'النافذة',
  failed: 'الأخطاء',
  perMinute: (most) => `حتى ${most} في الدقيقة`,
  ofWindow: (most, window) => `حتى ${most} من ${window}`,
  inAll: (count) => `الإجمالي: ${count}`,
}
