import type { linkChartTexts } from '../link-charts.ts'
import type { Translated } from '../translation.ts'

export const linkCharts: Translated<typeof linkChartTexts> = {
  lastHour: 'letzte Stunde',
  taken: 'Durchsatz',
  window: 'Fenster',
  failed: 'Fehler',
  perMinute: (most) => `bis zu ${most} je Minute`,
  ofWindow: (most, window) => `bis zu ${most} von ${window}`,
  inAll: (count) => `${count} insgesamt`,
}
