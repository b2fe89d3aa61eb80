// Fails when folders of a package import each other in a circle, including imports of types, and lists the files that
// do so.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** Folders whose subfolders count as separate folders. */
const SPLIT = new Set(['dispatch'])

const root = resolve(import.meta.dirname, '../..')
const packages = ['core', 'adapters', 'plugins', 'apps']
  .filter((group) => existsSync(join(root, group)))
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
  .filter((folder) => existsSync(join(root, folder, 'src')))

const problems = packages.flatMap((name) => {
  const imports = importsOf(name)
  return findCircles(imports).map((circle) => describe(name, circle, imports))
})
if (problems.length > 0) {
  console.error(problems.join('\n\n'))
  process.exit(1)
}

/** Imports within a package from one folder to another. */
function importsOf(name) {
  const source = join(root, name, 'src')
  return filesBelow(source).flatMap((file) =>
    specifiersOf(readFileSync(file, 'utf8')).flatMap((specifier) => {
      const from = folderOf(relative(source, file))
      const to = folderOf(relative(source, resolve(dirname(file), specifier)))
      return from === to ? [] : [{ from, to, file: relative(source, file), specifier }]
    }),
  )
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[cm]?tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

/** The relative paths that a file imports: with `import`, `export ... from`, `import()` or as a type. */
function specifiersOf(text) {
  const withoutComments = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return [...withoutComments.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier)
}

/**
 * A file directly under `src` counts as a folder of its own: an entry file that lists the folders closes no circle as
 * long as none of them imports it.
 */
function folderOf(path) {
  const parts = path.split(sep)
  return SPLIT.has(parts[0]) && parts.length > 2 ? `${parts[0]}/${parts[1]}` : parts[0]
}

/** The shortest circles, no two of which share an import; the others show up once these are gone. */
function findCircles(imports) {
  const targets = new Map()
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const ways = imports.map(({ from, to }) => shortestWay(targets, to, from)).filter((way) => way !== undefined)
  const taken = new Set()
  return ways
    .sort((a, b) => a.length - b.length)
    .filter((way) => {
      const steps = way.map((from, index) => `${from} -> ${way[(index + 1) % way.length]}`)
      const isNew = !steps.some((step) => taken.has(step))
      if (isNew) for (const step of steps) taken.add(step)
      return isNew
    })
}

function shortestWay(targets, start, end) {
  const ways = [[start]]
  const seen = new Set([start])
  for (const way of ways) {
    const last = way.at(-1)
    if (last === end) return way
    for (const next of targets.get(last) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

function describe(name, circle, imports) {
  const steps = circle.flatMap((from, index) => {
    const to = circle[(index + 1) % circle.length]
    const files = imports.filter((each) => each.from === from && each.to === to)
    return [`  ${from} -> ${to}`, ...files.map(({ file, specifier }) => `    src/${file} imports ${specifier}`)]
  })
  return [`${name}: folders import each other in a circle`, ...steps].join('\n')
}
