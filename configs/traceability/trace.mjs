// Checks which test proves which part of the specification. Reads `items/`, which lists by section everything that
// clients can rely on, and the markers in the tests,
//
//     // spec: <section> | <kind> | <item> ; <item>
//
// above a row or a test, whose name is the next string in the file; a marker that ends in `-> <name>` gives the name
// itself. Fails for an item that no test proves, for a marker that names no item, and for a README.md that differs from
// the result of both. With --write the README.md is written.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const HERE = import.meta.dirname
const ROOT = join(HERE, '../..')
const TABLE = join(HERE, 'README.md')
const MARKER = /^\s*\/\/ spec: (.+)$/
const STRING = /'((?:[^'\\]|\\.)+)'|"((?:[^"\\]|\\.)+)"|`((?:[^`\\]|\\.)+)`/

const INTRODUCTION = `# Traceability

Every endpoint, field, alias, default, status, limit and error text of the specification, by its sections, and the test that proves it. Generated from the items in
\`items/\` and the markers in the tests by \`node configs/traceability/trace.mjs --write\`; \`pnpm lint\` fails while it is stale or an item has no test.
`

const items = readItems()
const proofs = new Map(items.map(({ id }) => [id, []]))
const problems = []
for (const file of testFiles()) readMarkers(file)
for (const { id } of items) if (proofs.get(id).length === 0) problems.push(`no test proves: ${id}`)

const table = renderTable()
if (process.argv.includes('--write')) writeFileSync(TABLE, table)
else if (readOr(TABLE) !== table)
  problems.push('configs/traceability/README.md is stale: node configs/traceability/trace.mjs --write')
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}

/** The items in the order of the files and their lines: `# section`, then `kind | item`. */
function readItems() {
  const folder = join(HERE, 'items')
  const known = new Set()
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      let section = ''
      return linesOf(join(folder, name)).flatMap((line) => {
        if (line.trim() === '') return []
        if (line.startsWith('# ')) {
          section = line.slice(2).trim()
          return []
        }
        const [kind = '', ...rest] = line.split(' | ')
        const item = rest.join(' | ').trim()
        const id = [section, kind.trim(), item].join(' | ')
        if (section === '' || item === '' || known.has(id))
          throw new Error(`${name}: not 'kind | item', or twice: ${line}`)
        known.add(id)
        return [{ section, kind: kind.trim(), item, id }]
      })
    })
}

function testFiles() {
  const packages = ['core', 'adapters', 'plugins', 'apps'].flatMap((group) =>
    readdirSync(join(ROOT, group)).map((name) => join(ROOT, group, name)),
  )
  const folders = [...packages.map((folder) => join(folder, 'test')), join(ROOT, 'core/testkit/src')]
  return folders.flatMap((folder) => filesBelow(folder).filter((file) => file.endsWith('.ts'))).sort()
}

function filesBelow(folder) {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error.code === 'ENOENT') return []
    throw error
  }
}

function readMarkers(file) {
  const lines = linesOf(file)
  for (const [index, line] of lines.entries()) {
    const marker = MARKER.exec(line)?.[1]
    if (marker === undefined) continue
    const place = `${relative(ROOT, file)}:${index + 1}`
    const [named, given] = marker.split(' -> ')
    const [section = '', kind = '', ...rest] = named.split(' | ')
    const test = given ?? nextString(lines, index + 1)
    if (test === undefined) problems.push(`${place}: no test follows`)
    for (const item of rest.join(' | ').split(' ; ')) {
      const id = [section.trim(), kind.trim(), item.trim()].join(' | ')
      const found = proofs.get(id)
      if (found === undefined) problems.push(`${place}: no such item: ${id}`)
      else found.push({ file: relative(ROOT, file), test })
    }
  }
}

function nextString(lines, from) {
  const code = lines.slice(from, from + 12).filter((line) => !/^\s*\/\//.test(line))
  const found = STRING.exec(code.join('\n'))
  return found?.[1] ?? found?.[2] ?? found?.[3]
}

function renderTable() {
  const sections = [...new Set(items.map(({ section }) => section))]
  return [INTRODUCTION, ...sections.map(renderSection)].join('\n')
}

function renderSection(section) {
  const rows = items.filter((item) => item.section === section)
  const cells = rows.map(
    ({ kind, item, id }) => `| ${kind} | ${cell(item)} | ${proofs.get(id).map(renderProof).join('<br>')} |`,
  )
  return [`## ${section}`, '', '| Kind | Item | Proven by |', '| --- | --- | --- |', ...cells, ''].join('\n')
}

function renderProof({ file, test }) {
  return `\`${file}\`: ${cell(test ?? '')}`
}

function cell(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
}

function linesOf(file) {
  return readFileSync(file, 'utf8').split('\n')
}

function readOr(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
