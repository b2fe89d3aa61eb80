import type { speedLimitTexts } from '../speed-limit.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const speedLimit: Translated<typeof speedLimitTexts> = {
  label: 'Höchstens senden',
  help: 'SMS-Teile, gleichmäßig über die Zeit verteilt. Leer: so schnell wie möglich.',
  noneYet:
    'Bereits fällige Nachrichten gehen ungebremst hinaus. Um auch sie zu bremsen, pausieren Sie die Kampagne zuerst.',
  unit: 'Zeit für diese Zahl',
  units: { minute: 'pro Minute', hour: 'pro Stunde', day: 'pro Tag' },
  takes: (time) => `Bei dieser Geschwindigkeit dauert der Versand etwa ${time}.`,
  limit: 'Höchste Geschwindigkeit:',
  atMost: (parts, time) =>
    plural(parts, { one: `höchstens 1 SMS-Teil in ${time}`, other: `höchstens ${parts} SMS-Teile in ${time}` }),
  ends: 'Fertig bei dieser Geschwindigkeit:',
}
