import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { isDisjointWith, JS, NFA } from 'refa'
import { analyse } from 'scslre'

/**
 * Returns why a regular expression takes more than linear time for some text; an empty list when it does not.
 *
 * Two quantifiers that can take each other's characters, or one within another, are found by `scslre`. Attempts that
 * begin again at each character of what an earlier attempt has passed over are found here: `/\s+$/`, `/<.*>/`.
 */
export function judgePattern(pattern, flags) {
  const { reports } = analyse({ source: pattern, flags: flags.replace(/[dg]/g, '') })
  const pairs = reports.filter(({ type }) => type !== 'Move').map((report) => describe(report))
  return [...new Set([...pairs, ...restarts(pattern, flags)])]
}

function describe({ type, exponential, character }) {
  const cost = exponential ? 'exponential' : 'quadratic'
  return type === 'Self'
    ? `a quantifier within another: ${cost} for many ${character.literal.source}`
    : `two quantifiers that overlap: ${cost} for many ${character.literal.source}`
}

function restarts(pattern, flags) {
  if (flags.includes('y')) return []
  const ast = new RegExpParser().parsePattern(pattern, undefined, undefined, flags.includes('u'))
  const found = []
  visitRegExpAST(ast, {
    onQuantifierEnter(quantifier) {
      if (quantifier.max !== Number.POSITIVE_INFINITY) return
      const { before, after, isInside } = surroundings(quantifier)
      if (isInside || isHeld(before, quantifier, flags) || cannotFail(after, quantifier, flags)) return
      if (!canRepeat(before, quantifier, flags)) return
      found.push(`attempts begin again at each place that ${quantifier.raw} passes over: put an anchor before it`)
    },
  })
  return found
}

/** What comes before a node and after it, on the way through the pattern that leads there. */
function surroundings(node) {
  const before = []
  const after = []
  for (let at = node; at.parent && at.parent.type !== 'Pattern'; at = at.parent) {
    const { parent } = at
    if (parent.type === 'Assertion' && parent.kind === 'lookbehind') return { before, after, isInside: true }
    if (parent.type !== 'Alternative') continue
    const index = parent.elements.indexOf(at)
    before.unshift(...parent.elements.slice(0, index))
    after.push(...parent.elements.slice(index + 1))
  }
  return { before, after, isInside: false }
}

/** Whether an anchor before the quantifier keeps attempts from beginning in what it passes over. */
function isHeld(before, quantifier, flags) {
  const behind = before.filter(({ type, kind, negate }) => type === 'Assertion' && kind === 'lookbehind' && negate)
  if (behind.some((assertion) => isAllOf(quantifier.element, assertion, flags))) return true
  if (!before.some(({ type, kind }) => type === 'Assertion' && kind === 'start')) return false
  return !flags.includes('m') || isDisjointWith(nfaOf(quantifier.raw, flags), nfaOf('[^]*\\n[^]*', flags))
}

/** Whether every character of an element is one that must not stand before the place of the assertion. */
function isAllOf(element, { alternatives }, flags) {
  const [only, ...others] = alternatives.map(({ elements }) => elements)
  if (others.length > 0 || only.length !== 1 || !isCharacter(element) || !isCharacter(only[0])) return false
  return isDisjointWith(nfaOf(element.raw, flags), nfaOf(othersThan(only[0]), flags))
}

function othersThan({ type, raw, negate }) {
  if (type !== 'CharacterClass') return `[^${raw}]`
  return negate ? `[${raw.slice(2)}` : `[^${raw.slice(1)}`
}

function isCharacter({ type }) {
  return type === 'Character' || type === 'CharacterClass' || type === 'CharacterSet'
}

/** Whether the rest always matches where the quantifier ends: it may be empty, or `.` leads up to the end of a line. */
function cannotFail(after, { element, greedy }, flags) {
  const [first] = after
  const isEnd = after.length === 1 && first.type === 'Assertion' && first.kind === 'end'
  if (isEnd && greedy && element.kind === 'any') return /[ms]/.test(flags)
  return after.every(canBeEmpty)
}

function canBeEmpty(node) {
  if (node.type === 'Quantifier') return node.min === 0 || canBeEmpty(node.element)
  if (node.type !== 'Group' && node.type !== 'CapturingGroup') return false
  return node.alternatives.some(({ elements }) => elements.every(canBeEmpty))
}

/** Whether what comes before the quantifier can also occur within what it passes over. */
function canRepeat(before, quantifier, flags) {
  const prefix = before.filter(({ type }) => type !== 'Assertion').map(({ raw }) => raw)
  return !isDisjointWith(nfaOf(prefix.join(''), flags), nfaOf(`(?:${quantifier.element.raw})*`, flags))
}

function nfaOf(source, flags) {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags: flags.replace(/[dgy]/g, '') }).parse({
    assertions: 'ignore',
    backreferences: 'disable',
  })
  return NFA.fromRegex(expression, { maxCharacter })
}
