// Fails for regular expressions that take more than linear time for some text, unless a comment at the place says why
// the text cannot be long (`regex-bound: <reason>`). So does a pattern that is put together at run time.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPatterns } from './find-patterns.mjs'
import { judgePattern } from './judge-pattern.mjs'

const GROUPS = ['core', 'adapters', 'plugins', 'apps']

const root = resolve(import.meta.dirname, '../..')
const sources = GROUPS.map((group) => `${group}/*/src/*`)
const listed = execFileSync('git', ['ls-files', ...sources], { cwd: root, encoding: 'utf8' })
const files = listed.split('\n').filter((file) => /\.[cm]?tsx?$/.test(file))
const problems = files.flatMap(problemsOf)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

function problemsOf(file) {
  const path = join(root, file)
  const patterns = findPatterns(readFileSync(path, 'utf8'), path).map((each) => ({ ...each, faults: faultsOf(each) }))
  const needed = new Set(patterns.filter(({ faults }) => faults.length > 0).map(({ line }) => line))
  return patterns.flatMap(({ pattern, line, isBounded, faults }) => {
    const place = `${file}:${line}`
    if (isBounded) return needed.has(line) ? [] : [`${place}: 'regex-bound' at a pattern that needs none`]
    return faults.map((fault) => `${place}: /${pattern ?? '...'}/: ${fault}`)
  })
}

function faultsOf({ pattern, flags }) {
  return pattern === undefined ? ['put together at run time: say what bounds it'] : judgePattern(pattern, flags)
}
