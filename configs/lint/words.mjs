/** Words in prose that make a native reader stop, and what to do about them. */
const WORDS = [
  { word: /\b(whoever|whomever|whom|nobody)\b/i, remedy: 'name who it is' },
  {
    word: /\b(seats?|doubts?|manners|choosy)\b/i,
    remedy: 'name the thing itself; the glossary of contracts has the words',
  },
  { word: /\bthat is none\b(?! of)/i, remedy: "say what is wrong with it, for instance 'an invalid number'" },
  { word: /(?<![\w/?#=.-])log-ins?(?![\w/.=-])/i, remedy: "the noun is 'login'" },
]

/** Describes each refused word of some prose: `'nobody': name who it is`. What stands in backticks is code. */
export function refusedWords(prose) {
  const text = prose.replace(/`[^`]*`/g, '')
  return WORDS.flatMap(({ word, remedy }) => {
    const [found] = word.exec(text) ?? []
    return found === undefined ? [] : [`'${found}': ${remedy}`]
  })
}

/** Whether a text can have a refused word at all: a quick look before it is parsed. */
export function mayHaveRefusedWords(text) {
  return WORDS.some(({ word }) => word.test(text))
}
