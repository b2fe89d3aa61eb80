// Fails for lines of comments that are wider than the line limit, and for words in them that make a native reader stop.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const LIMIT = 120
const WORDS = /\b(whoever|whomever|whom|nobody)\b/i
/** Markers stand in one line: of the traceability table, for tools, and of generated parts. */
const MARKER = /spec:|biome-ignore|generated:/

const root = resolve(import.meta.dirname, '../..')
const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
const problems = listed.split('\n').filter(Boolean).flatMap(problemsOf)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

function problemsOf(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    if (!/^\s*(\/\/|\/?\*)/.test(line) || MARKER.test(line)) return []
    const place = `${file}:${index + 1}`
    const [word] = WORDS.exec(line.replace(/`[^`]*`/g, '')) ?? []
    return [
      ...(line.length > LIMIT ? [`${place}: a comment is ${line.length} columns wide, the limit is ${LIMIT}`] : []),
      ...(word === undefined ? [] : [`${place}: '${word}' in a comment: name who it is`]),
    ]
  })
}
