// `node failures.mjs <log>` tells again, in short, what failed in the output of a step: the end of a long output is what people see first, and all that some places keep of it.
import { readFileSync } from 'node:fs'

/** Of one failure, and of all of them. */
const LINES = 40
const CHARACTERS = 8_000

/** Lines that begin a failure: of TAP (`not ok 3 - name`, in front of it the task's name), of the readable reporter, of the compiler and the linter. */
const FAILURE = /^(\S+: )?\s*(not ok \d+ |✖ (?!failing tests)|\S+\(\d+,\d+\): error )/

const lines = readFileSync(process.argv[2], 'utf8').split('\n')
const told = []
lines.forEach((line, index) => {
  const begin = FAILURE.exec(line)
  if (begin === null) return
  // Suites fail for what is in them, which is told by itself.
  const block = blockAt(index, begin[1] ?? '')
  if (block.some((text) => text.includes("failureType: 'subtestsFailed'"))) return
  told.push(block.join('\n'))
})
const text = told.join('\n')
console.log(text.length > CHARACTERS ? `${text.slice(0, CHARACTERS)}\n(and more: ${told.length} in all)` : text)

/** The line and what describes it, which tasks that run at the same time may be mixed with. */
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
