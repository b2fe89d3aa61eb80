// The loader of register.mjs, in a thread of its own. It knows just what sources of this repository need: relative
// imports name files with their extension, and types can be erased. That takes two thirds of the time of a loader for
// everything.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const TYPESCRIPT = /\.ts(\?|$)/

/** As in configs/typescript. */
const COMPILER_OPTIONS = { target: 'es2023', verbatimModuleSyntax: true }

const OPTIONS = {
  loader: 'ts',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  tsconfigRaw: { compilerOptions: COMPILER_OPTIONS },
}

/** The URLs of the bundles by import name. */
let bundles = {}

/** Where compiled files are kept by the hash of what they depend on; any number of processes may use it. */
let cache

export function initialize(data) {
  bundles = data.bundles
  cache = data.cache
  mkdirSync(cache, { recursive: true })
}

export function resolve(specifier, context, nextResolve) {
  const bundle = bundles[specifier]
  if (bundle !== undefined) return { url: bundle, format: 'module', shortCircuit: true }
  if (specifier.startsWith('.') && TYPESCRIPT.test(specifier) && context.parentURL?.startsWith('file:')) {
    const { href } = new URL(specifier, context.parentURL)
    // Node itself reports what is not there.
    if (existsSync(fileURLToPath(href))) return { url: href, format: 'module', shortCircuit: true }
  }
  return nextResolve(specifier, context)
}

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !TYPESCRIPT.test(url)) return nextLoad(url, context)
  return { format: 'module', source: await compile(fileURLToPath(url)), shortCircuit: true }
}

async function compile(path) {
  const source = readFileSync(path)
  const kept = join(
    cache,
    `${createHash('sha256')
      .update(`${JSON.stringify(OPTIONS)}${path}\n`)
      .update(source)
      .digest('hex')}.mjs`,
  )
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    const compiled = await transform(path, source.toString())
    writeFileSync(`${kept}.${process.pid}`, compiled)
    // Another process may have been quicker; its file is the same.
    renameSync(`${kept}.${process.pid}`, kept)
    return compiled
  }
}

async function transform(path, source) {
  // Most processes find everything compiled, and need no compiler.
  const esbuild = createRequire(import.meta.url)('esbuild')
  const { code } = await esbuild.transform(source, { ...OPTIONS, sourcefile: path })
  return code
}
