// Fails when folders of a package import each other in a circle, at any depth and including imports of types, and
// lists the files that do so. In the engine, files must not do so either.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

/** Packages of which no two files may import each other in a circle. */
const STRICT = [join('core', 'engine')]

const root = resolve(import.meta.dirname, '../..')
const packages = ['core', 'adapters', 'plugins', 'apps']
  .filter((group) => existsSync(join(root, group)))
  .flatMap((group) => readdirSync(join(root, group)).map((name) => join(group, name)))
  .filter((folder) => existsSync(join(root, folder, 'src')))

const problems = packages.flatMap((name) =>
  [...importsOf(name)].flatMap(([parent, imports]) =>
    findCircles(imports)
      .filter((circle) => STRICT.includes(name) || circle.some(isFolder))
      .map((circle) => describe(join(name, 'src', parent), circle, imports)),
  ),
)
if (problems.length > 0) {
  console.error(problems.join('\n\n'))
  process.exit(1)
}

/** Imports within a package from one entry of a folder to another one, by that folder. */
function importsOf(name) {
  const source = join(root, name, 'src')
  const imports = new Map()
  for (const file of filesBelow(source)) {
    for (const specifier of specifiersOf(readFileSync(file, 'utf8'))) {
      const between = entriesOf(relative(source, file), relative(source, resolve(dirname(file), specifier)))
      if (between === undefined) continue
      const { parent, from, to } = between
      imports.set(parent, [...(imports.get(parent) ?? []), { from, to, file: relative(source, file), specifier }])
    }
  }
  return imports
}

/**
 * The folder in which the paths to two files part, and the entries of it through which they lead: folders, or the files
 * themselves.
 */
function entriesOf(one, other) {
  const here = one.split(sep)
  const there = other.split(sep)
  const depth = here.findIndex((part, index) => part !== there[index])
  if (depth === -1 || there[depth] === undefined) return undefined
  return { parent: join(...here.slice(0, depth)), from: here[depth], to: there[depth] }
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

/** Elsewhere, files that import each other in a circle are one thing in several files; with a folder, it is two. */
function isFolder(entry) {
  return !/\.[cm]?tsx?$/.test(entry)
}

/** The shortest circles, no two of which share an import; the others show up once these are gone. */
function findCircles(imports) {
  const targets = new Map()
  for (const { from, to } of imports) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  const circles = imports
    .map(({ from, to }) => shortestPath(targets, to, from))
    .filter((circle) => circle !== undefined)
  const taken = new Set()
  return circles
    .sort((a, b) => a.length - b.length)
    .filter((circle) => {
      const steps = circle.map((from, index) => `${from} -> ${circle[(index + 1) % circle.length]}`)
      const isNew = !steps.some((step) => taken.has(step))
      if (isNew) for (const step of steps) taken.add(step)
      return isNew
    })
}

function shortestPath(targets, start, end) {
  const paths = [[start]]
  const seen = new Set([start])
  for (const path of paths) {
    const last = path.at(-1)
    if (last === end) return path
    for (const next of targets.get(last) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      paths.push([...path, next])
    }
  }
  return undefined
}

function describe(name, circle, imports) {
  const steps = circle.flatMap((from, index) => {
    const to = circle[(index + 1) % circle.length]
    const files = imports.filter((each) => each.from === from && each.to === to)
    return [`  ${from} -> ${to}`, ...files.map(({ file, specifier }) => `    ${file} imports ${specifier}`)]
  })
  return [`${name}: ${circle.some(isFolder) ? 'folders' : 'files'} import each other in a circle`, ...steps].join('\n')
}
