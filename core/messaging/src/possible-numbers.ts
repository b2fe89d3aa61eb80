import { CALLING_CODE_PLANS, type CallingCodePlan } from './numbering-plans.ts'

/**
 * Judges digits as an E.164 number by calling code and length, a microsecond's work where a full parse takes tens.
 *
 * `possible`: the digits are a possible number as they stand. `impossible`: they are not a number. `unclear`: the
 * calling code is followed by a national prefix, or the countries that share the code differ about the length; only a
 * full parse can tell.
 */
export function judgeInternational(digits: string): 'possible' | 'impossible' | 'unclear' {
  const plan = findCallingCodePlan(digits)
  if (plan === undefined) return 'impossible'
  const codeLength = plan.callingCode.length
  if (matchesAt(plan.nationalPrefix, digits, codeLength)) return 'unclear'
  const nationalLength = digits.length - codeLength
  // Shifts count modulo 32.
  if (nationalLength > 31 || (plan.possibleSomewhere & (1 << nationalLength)) === 0) return 'impossible'
  return (plan.possibleEverywhere & (1 << nationalLength)) === 0 ? 'unclear' : 'possible'
}

/**
 * True when the sticky pattern matches one or more characters at `index`. Some national prefixes are wholly optional
 * and match nothing.
 */
export function matchesAt(pattern: RegExp | undefined, text: string, index: number): boolean {
  if (pattern === undefined) return false
  pattern.lastIndex = index
  return pattern.test(text) && pattern.lastIndex > index
}

// No calling code is the beginning of another one, so the shortest that fits is the right one.
function findCallingCodePlan(digits: string): CallingCodePlan | undefined {
  const first = digits.charCodeAt(0) - 0x30
  if (!(first > 0)) return undefined
  const two = first * 10 + digits.charCodeAt(1) - 0x30
  return (
    CALLING_CODE_PLANS[first] ?? CALLING_CODE_PLANS[two] ?? CALLING_CODE_PLANS[two * 10 + digits.charCodeAt(2) - 0x30]
  )
}
