/** A text for each kind of number that a language tells apart; `other` is for the kinds that have none of their own. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }

/** Whole numbers, also as they are written for the viewer: `1,234`. */
export type Count = number | string

/** Chooses among the forms of a language. */
export function pluralsOf(language: string): (count: Count, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(language)
  return (count, forms) => forms[rules.select(numberOf(count))] ?? forms.other
}

function numberOf(count: Count): number {
  return typeof count === 'number' ? count : Number(count.replace(/\D/g, ''))
}
