import { type Count, pluralsOf } from '../../language/plurals.ts'

export const plural = pluralsOf('ar')

/** A noun for one and for two, which say the number themselves, after 3 to 10, after 11 to 99, and after hundreds. */
export type Noun = readonly [one: string, two: string, few: string, many: string, other: string]

/** A number and its noun. */
export function counted(count: Count, [one, two, few, many, other]: Noun): string {
  return plural(count, { one, two, few: `${count} ${few}`, many: `${count} ${many}`, other: `${count} ${other}` })
}

export const MESSAGES: Noun = ['رسالة واحدة', 'رسالتان', 'رسائل', 'رسالة', 'رسالة']

/** After a word that governs it: "the sending of two messages". */
export const OF_MESSAGES: Noun = ['رسالة واحدة', 'رسالتين', 'رسائل', 'رسالة', 'رسالة']

export const PARTS: Noun = ['جزء واحد', 'جزءان', 'أجزاء', 'جزءًا', 'جزء']
