import { createRequire, Module } from 'node:module'
import type * as Library from 'graphile-worker'

const require = createRequire(import.meta.url)

/**
 * What the engine uses of graphile-worker. When that library is loaded, it searches the working folder and all folders
 * above it for a configuration, and runs JavaScript that it finds there (its `config.js`): an account that can write to
 * one of them, to `/tmp` say, would run code as the user who calls a command there. All that the engine needs it passes
 * on itself, so here the search finds nothing. Import the library's values from nowhere else.
 */
export const { Logger, runMigrations, runTaskList } = load()

function load(): typeof Library {
  const { resolve, cache } = createRequire(require.resolve('graphile-worker'))
  const path = resolve('cosmiconfig')
  const search = new Module(path)
  search.exports = { cosmiconfigSync: () => ({ search: () => null }) }
  search.loaded = true
  const before = cache[path]
  cache[path] = search
  try {
    return require('graphile-worker')
  } finally {
    if (before === undefined) delete cache[path]
    else cache[path] = before
  }
}
