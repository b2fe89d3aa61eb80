import type { balanceTexts } from '../balance.ts'
import type { Translated } from '../translation.ts'

export const balance: Translated<typeof balanceTexts> = {
  balance: (amount) => `Guthaben: ${amount}`,
}
