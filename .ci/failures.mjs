// `node failures.mjs <log>` repeats, in short, what failed in the output of a step: the end of a long output is what
// people see first, and some places keep nothing else.
import { readFileSync } from 'node:fs'

/** Most lines printed of one failure, and most characters of all failures together. */
const LINES = 40
const CHARACTERS = 8_000

/**
 * Lines that begin a failure: in TAP (`not ok 3 - name`, preceded by the task's name), and in the output of the
 * readable reporter, the compiler and the linter.
 */
const FAILURE = /^(\S+: )?\s*(not ok \d+ |✖ (?!failing tests)|\S+\(\d+,\d+\): error )/

/** A suite fails because of its tests, and tests are cancelled because their suite failed: the other one is told. */
const CONSEQUENCE = /failureType: 'subtestsFailed'|error: 'test did not finish before its parent/

const lines = readFileSync(process.argv[2], 'utf8').split('\n')
const blocks = lines.flatMap((line, index) => {
  const begin = FAILURE.exec(line)
  return begin === null ? [] : [blockAt(index, begin[1] ?? '')]
})
const causes = blocks.filter((block) => !block.some((text) => CONSEQUENCE.test(text)))
const reported = causes.length > 0 ? causes : blocks
// All of them, however few are told in full.
if (reported.length > 1) console.log(reported.map(([first]) => first).join('\n'))
const text = reported.map((block) => block.join('\n')).join('\n')
console.log(text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}\n(and more)` : text)

/** The line and the lines that describe it; output of tasks that run at the same time may be mixed in. */
function blockAt(index, task) {
  const block = [lines[index]]
  for (const line of lines.slice(index + 1, index + 4 * LINES)) {
    if (!line.startsWith(task)) continue
    const rest = line.slice(task.length).trim()
    if (block.length === 1 && rest !== '---') break
    block.push(line)
    if (rest === '...' || block.length === LINES) break
  }
  return block
}
