import { defineTexts } from '../language/define-texts.ts'

/** Beside a price, before something is sent. */
export const balanceTexts = defineTexts('balance', {
  en: { balance: (amount: string) => `Balance: ${amount}` },
  fr: {
    balance: (amount: string) => `Solde : ${amount}`,
  },
})
