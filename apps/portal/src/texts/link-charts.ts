import { defineTexts } from '../language/define-texts.ts'

/** The charts of a link's last hour. */
export const linkChartTexts = defineTexts('linkCharts', {
  en: {
    lastHour: 'last hour',
    taken: 'Throughput',
    window: 'Window',
    failed: 'Errors',
    perMinute: (most: string) => `up to ${most} a minute`,
    ofWindow: (most: string, window: string) => `up to ${most} of ${window}`,
    inAll: (count: string) => `${count} in all`,
  },
  fr: {
    lastHour: 'dernière heure',
    taken: 'Débit',
    window: 'Fenêtre',
    failed: 'Erreurs',
    perMinute: (most: string) => `jusqu’à ${most} par minute`,
    ofWindow: (most: string, window: string) => `jusqu’à ${most} sur ${window}`,
    inAll: (count: string) => `${count} en tout`,
  },
})
