import { defineTexts } from '../language/define-texts.ts'
import en from './en/delivery-hours.json' with { type: 'json' }
import fr from './fr/delivery-hours.json' with { type: 'json' }

/** The hours in which messages may go. */
export const deliveryHoursTexts = defineTexts('delivery-hours', { en, fr })
