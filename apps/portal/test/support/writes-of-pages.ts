import { readdirSync, readFileSync } from 'node:fs'

const SOURCES = new URL('../../src/', import.meta.url)

/** A call of the client that changes something, in the ways in which pages make one. */
const CALL = /\bapi\s*\.(POST|PUT|PATCH|DELETE)\(|\bqueries\.use(?:Mutation|Query)\(\s*'(post|put|patch|delete)',/g
const PATH = /^\s*['`]([^'`]+)['`]/
const FETCH = /\bfetch\([^;]*?\bmethod: '(?:POST|PUT|PATCH|DELETE)'/

/** Programs to be copied, which no page runs. */
const EXAMPLES = 'src/pages/developers/rest-programs.ts'

/**
 * The writes in the code of the pages, `POST /contacts/{mobile}/status`; `*` stands for what the code fills in. Throws
 * for a call whose path is not beside it.
 */
export function writesOfPages(): readonly string[] {
  const writes = new Set<string>()
  for (const [file, text] of sources()) {
    for (const { 0: call, 1: method, 2: lower, index } of text.matchAll(CALL)) {
      const path = PATH.exec(text.slice(index + call.length))?.[1]
      if (path === undefined) throw new Error(`${file}: the path of ${call} must be the first argument`)
      writes.add(`${(method ?? lower ?? '').toUpperCase()} ${path.replace(/\$\{\w+\}/g, '*')}`)
    }
  }
  return [...writes]
}

/** The files whose own `fetch` changes something, with their text: each names the client of an operator itself. */
export function filesWithOwnWrites(): readonly (readonly [file: string, text: string])[] {
  return sources().filter(([file, text]) => file !== EXAMPLES && FETCH.test(text))
}

function sources(): readonly (readonly [file: string, text: string])[] {
  return readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('/texts'))
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .map((file) => [file.slice(file.indexOf('/src/') + 1), readFileSync(file, 'utf8')])
}
