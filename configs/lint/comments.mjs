// Fails for lines of comments that are wider than the line limit, and for words in comments and in texts for people
// (summaries, descriptions, errors, logs) that make a native reader stop.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findProse } from './find-prose.mjs'
import { mayHaveRefusedWords, refusedWords } from './words.mjs'

const LIMIT = 120
/** Markers stand in one line: of the traceability table, for tools, and of generated parts. */
const MARKER = /spec:|biome-ignore|generated:/
/** Tests quote what clients and networks say. */
const FOR_PEOPLE = /^(adapters|apps|core|plugins)\/[^/]+\/(src|template)\//

const root = resolve(import.meta.dirname, '../..')
const listed = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { cwd: root, encoding: 'utf8' })
const problems = listed.split('\n').filter(Boolean).flatMap(problemsOf)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

function problemsOf(file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...problemsOfComments(file, text.split('\n')), ...problemsOfProse(file, text)]
}

function problemsOfComments(file, lines) {
  return lines.flatMap((line, index) => {
    if (!/^\s*(\/\/|\/?\*)/.test(line) || MARKER.test(line)) return []
    const place = `${file}:${index + 1}`
    return [
      ...(line.length > LIMIT ? [`${place}: a comment is ${line.length} columns wide, the limit is ${LIMIT}`] : []),
      ...refusedWords(line).map((word) => `${place}: a comment has ${word}`),
    ]
  })
}

function problemsOfProse(file, text) {
  if (!FOR_PEOPLE.test(file) || !mayHaveRefusedWords(text)) return []
  return findProse(text, file).flatMap(({ line, prose }) =>
    refusedWords(prose).map((word) => `${file}:${line}: a text for people has ${word}`),
  )
}
