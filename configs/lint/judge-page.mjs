import { refusedWords } from './words.mjs'

/** Widest line of prose in a page. Tables, code, headings and what a test writes are exempt. */
export const WIDTH = 120

const FENCE = /^\s*(?:```|~~~)(.*)/
const GENERATED = /^<!-- generated:/
const GENERATED_END = /^<!-- \/generated/
/** A line that is no prose: empty, of a table, a heading, a comment or a quotation. */
const APART = /^\s*(?:$|\||#|<|>|---$)/
const ITEM = /^(\s*)(?:[-*]|\d+\.) +/
/** What would begin something else at the start of a line. */
const BEGINS = /^(?:[-+*>#|]|\d+[.)]$)/
/** Words, each with the code in it: a blank between backticks ends no word. */
const WORD = /(?:`+[^`]*`+|[^\s`]|`)+/g

/** A page as lines that stay and blocks of prose: paragraphs and items of lists. */
function piecesOf(text) {
  const pieces = []
  let fence
  let isGenerated = false
  let block
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1
    const [mark, info] = FENCE.exec(line) ?? []
    if (GENERATED.test(line)) isGenerated = true
    const isCode = fence !== undefined || mark !== undefined
    const isItem = ITEM.test(line)
    const isIndented = /^ {4}/.test(line) && block === undefined
    if (isCode || isGenerated || isIndented || APART.test(line)) {
      block = undefined
      pieces.push({
        number,
        line,
        isProse: !isCode && !isGenerated && !isIndented,
        unclosed: fence !== undefined && mark !== undefined && info !== '' ? fence : undefined,
      })
    } else if (block === undefined || isItem || /( {2}|\\)$/.test(block.lines.at(-1))) {
      block = { number, lines: [line] }
      pieces.push(block)
    } else block.lines.push(line)
    if (mark !== undefined) fence = fence === undefined ? number : undefined
    if (GENERATED_END.test(line)) isGenerated = false
  }
  return pieces
}

/** The lines of a page that break the rule, each with what is wrong. */
export function judgePage(text) {
  return piecesOf(text).flatMap(({ number, line, isProse, unclosed, lines = [] }) => [
    ...(unclosed === undefined ? [] : [{ number, problem: `the block that begins in line ${unclosed} is not closed` }]),
    ...(wrapped(lines).join('\n') === lines.join('\n') ? [] : widthProblems(number, lines)),
    ...wordProblems(number, isProse ? line : lines.join(' ')),
  ])
}

function wordProblems(number, prose) {
  return refusedWords(prose).map((word) => ({ number, problem: `a page has ${word}` }))
}

function widthProblems(number, lines) {
  return lines.flatMap((line, index) =>
    line.length > WIDTH
      ? [{ number: number + index, problem: `${line.length} columns wide, the limit is ${WIDTH}` }]
      : [],
  )
}

/** The page with its prose in lines that are no wider than the limit. */
export function wrapPage(text) {
  return piecesOf(text)
    .flatMap(({ line, lines }) => {
      if (lines === undefined) return [line]
      return lines.some((each) => each.length > WIDTH) ? wrapped(lines) : lines
    })
    .join('\n')
}

function wrapped(lines) {
  const [first = ''] = lines
  const [lead] = ITEM.exec(first) ?? [/^\s*/.exec(first)[0]]
  const indentation = ' '.repeat(lead.length)
  const words = lines.join('\n').slice(lead.length).match(WORD) ?? []
  const made = [lead]
  let isEmpty = true
  for (const word of words.map((each) => each.replaceAll('\n', ' '))) {
    const line = made.at(-1)
    if (isEmpty) made[made.length - 1] = line + word
    else if (line.length + 1 + word.length <= WIDTH || BEGINS.test(word)) made[made.length - 1] = `${line} ${word}`
    else made.push(indentation + word)
    isEmpty = false
  }
  return made
}
