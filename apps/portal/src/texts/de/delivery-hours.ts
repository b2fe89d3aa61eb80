import type { deliveryHoursTexts } from '../delivery-hours.ts'
import type { Translated } from '../translation.ts'

export const deliveryHours: Translated<typeof deliveryHoursTexts> = {
  isOn: 'Nur zu bestimmten Zeiten',
  help: 'Was bis zu ihrem Ende nicht gesendet ist, wartet auf die nächste dieser Zeiten.',
  noDay: 'Wählen Sie mindestens einen Tag.',
  noTime: 'Geben Sie beide Uhrzeiten ein.',
  sameTime: 'Diese Uhrzeit muss sich vom Beginn unterscheiden.',
}
