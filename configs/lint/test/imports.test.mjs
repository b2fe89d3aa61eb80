import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '../../..')
const read = (file) => readFileSync(join(root, file), 'utf8')

/** What each package may import, by the table of the README: `{ http: ['contracts'] }`. */
function tableOfReadme() {
  const [, table = ''] = /^\| source of \| may import \|\n\|.*\n((?:\|.*\n)+)/m.exec(read('README.md')) ?? []
  const rows = [...table.matchAll(/^\| (.*?) \| (.*?) ?\|$/gm)]
  return Object.fromEntries(
    rows.flatMap(([, packages, imports]) => packages.split(', ').map((name) => [name, namesIn(imports)])),
  )
}

/** The same by the rules of the linter. */
function rulesOfLinter() {
  const { overrides } = JSON.parse(read('.biome.json'))
  return Object.fromEntries(
    overrides.flatMap(({ includes, linter }) => {
      const [pattern] = linter?.rules?.style?.noRestrictedImports?.options?.patterns ?? []
      const sources = includes.map((path) => /^(?:core\/)?(\w+)(?:\/\*)?\/src\/\*\*$/.exec(path)?.[1]).filter(Boolean)
      const allowed = pattern?.group.map((name) => /^!@heliograph\/(.*)$/.exec(name)?.[1]).filter(Boolean) ?? []
      return sources.map((name) => [name, allowed.filter((each) => each !== name).toSorted()])
    }),
  )
}

function namesIn(cell) {
  return [...cell.matchAll(/[a-z]+(?:-[a-z]+)*/g)]
    .map(([name]) => name)
    .filter((name) => !['the', 'files', 'of', 'and'].includes(name))
    .toSorted()
}

test('the README has the imports that the linter allows', () => {
  const rules = rulesOfLinter()
  assert.ok(Object.keys(rules).length > 10)
  assert.deepEqual(tableOfReadme(), rules)
})
