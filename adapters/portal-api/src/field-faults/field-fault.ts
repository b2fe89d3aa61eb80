import { type Static, Type } from 'typebox'
import { FIELD_FAULT_CODES, FIELD_FAULTS, type FieldFaultCode } from './field-fault-table.ts'

export const fieldFaultSchema = Type.Object(
  {
    code: Type.Enum(FIELD_FAULT_CODES, {
      description:
        'Code for programs and translations; the list is closed. With `other`, only `details` has the explanation.',
    }),
    values: Type.Record(Type.String(), Type.String(), {
      description: 'Values in the explanation: `{"most": "100"}`.',
    }),
  },
  { title: 'FieldFault' },
)

export type FieldFault = Static<typeof fieldFaultSchema>

/** A sentence in pieces: what is said as it is, and the names of the values between. */
interface Pattern {
  readonly code: FieldFaultCode
  readonly words: readonly string[]
  readonly names: readonly string[]
}

const PATTERNS: readonly Pattern[] = FIELD_FAULT_CODES.flatMap((code) =>
  FIELD_FAULTS[code].map((sentence) => {
    const pieces = sentence.split(/<([a-z]+)>/)
    const isName = (_piece: string, index: number) => index % 2 === 1
    return {
      code,
      words: pieces.filter((piece, index) => !isName(piece, index)),
      names: pieces.filter(isName),
    }
  }),
)

/**
 * The code of what is wrong with a field, with its values. Core and endpoints say it in English, for the clients of all
 * interfaces; here it gets what the portal translates it by.
 */
export function fieldFaultOf(sentence: string): FieldFault {
  for (const { code, words, names } of PATTERNS) {
    const found = valuesIn(sentence, words)
    if (found !== undefined)
      return { code, values: Object.fromEntries(names.map((name, at) => [name, found[at] ?? ''])) }
  }
  return { code: 'other', values: {} }
}

/** What stands between the words; undefined: the sentence has other words. */
function valuesIn(sentence: string, words: readonly string[]): readonly string[] | undefined {
  const [first = '', ...others] = words
  if (others.length === 0) return sentence === first ? [] : undefined
  if (!sentence.startsWith(first)) return undefined
  const values: string[] = []
  let at = first.length
  for (const [index, word] of others.entries()) {
    const isLast = index === others.length - 1
    const next = isLast ? sentence.length - word.length : sentence.indexOf(word, at)
    if (next <= at || (isLast && !sentence.endsWith(word))) return undefined
    values.push(sentence.slice(at, next))
    at = next + word.length
  }
  return values
}
