/** The numbers that a regular expression matches. */
export interface NumberPattern {
  /** Digits that they begin with; an empty text stands for every number. */
  readonly prefixes: readonly string[]
  /** Whether nothing may follow these digits. */
  readonly isWhole: boolean
}

const MOST_PREFIXES = 500
const START = /^\^?(?:\\\+\??|\(\?:\\\+\)\?|\[\+\]\??)?/
/** What may follow the beginning of a number: any digits, or nothing. */
const REST = /^(?:\.[*+]?|\\d[*+]|(?:\.|\\d|\[0-9\])(?:[*+]|\{\d+(?:,\d*)?\}))?\$?$/

/**
 * Reads the numbers that a regular expression matches, in the forms that most filters have: `^27`,
 * `^(2782|2783)\d+$`, `^278[2-4]`. Undefined for any other. It matches from the start of the number, with or without
 * `^`.
 */
export function readNumberPattern(pattern: string): NumberPattern | undefined {
  const found = alternativesOf(pattern).map(readAlternative)
  if (found.some((one) => one === undefined)) return undefined
  const known = found as readonly NumberPattern[]
  const prefixes = [...new Set(known.flatMap((one) => one.prefixes))]
  return prefixes.length > MOST_PREFIXES ? undefined : { prefixes, isWhole: known.every(({ isWhole }) => isWhole) }
}

/** The only text that a regular expression without special characters matches, as `^ACME$`; undefined for others. */
export function digitsOrLiteral(pattern: string): string | undefined {
  return /^\^?\\?\+?([\w -]{1,20})\$?$/.exec(pattern)?.[1]
}

/** Splits at the bars that are outside of parentheses. */
function alternativesOf(pattern: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (const [index, character] of pattern.split('').entries()) {
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === '|' && depth === 0) {
      parts.push(pattern.slice(start, index))
      start = index + 1
    }
  }
  return [...parts, pattern.slice(start)]
}

function readAlternative(pattern: string): NumberPattern | undefined {
  let prefixes: readonly string[] = ['']
  let rest = pattern.replace(START, '')
  while (rest !== '' && !REST.test(rest)) {
    const step = readStep(rest)
    if (step === undefined || prefixes.length * step.choices.length > MOST_PREFIXES) return undefined
    prefixes = prefixes.flatMap((prefix) => step.choices.map((choice) => prefix + choice))
    rest = rest.slice(step.length)
  }
  return { prefixes, isWhole: rest === '$' }
}

/** The digit, the class or the alternatives at the beginning, if not repeated. */
function readStep(rest: string): { readonly choices: readonly string[]; readonly length: number } | undefined {
  const [whole = '', digit, digits, group] = /^(?:(\d)|\[([\d-]+)\]|\((?:\?:)?([\d|]+)\))(?![?*+{])/.exec(rest) ?? []
  if (digit !== undefined) return { choices: [digit], length: whole.length }
  if (digits !== undefined) return { choices: digitsOf(digits), length: whole.length }
  return group === undefined ? undefined : { choices: group.split('|'), length: whole.length }
}

/** `2-47` as 2, 3, 4 and 7. */
function digitsOf(list: string): readonly string[] {
  return [...list.matchAll(/(\d)(?:-(\d))?/g)].flatMap(([, first = '0', last = first]) =>
    Array.from({ length: Math.max(Number(last) - Number(first) + 1, 0) }, (_, index) => String(Number(first) + index)),
  )
}
