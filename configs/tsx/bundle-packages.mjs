import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { CACHE, versionsOf } from './cache.mjs'

/** The import names of the bundled packages. Code that two of them share stays one module. */
const NAMES = ['typebox', 'typebox/value', 'libphonenumber-js/max']

/**
 * Bundles the packages unless that has already been done for the installed versions. Resolves with the URLs of the
 * bundles by name.
 */
export async function bundlePackages() {
  const folder = join(CACHE, await versionsOf(['typebox', 'libphonenumber-js']))
  if (!existsSync(folder)) await bundleInto(folder)
  return Object.fromEntries(NAMES.map((name) => [name, pathToFileURL(join(folder, `${fileOf(name)}.mjs`)).href]))
}

async function bundleInto(folder) {
  const { build } = await import('esbuild')
  const made = `${folder}.${process.pid}`
  await build({
    entryPoints: Object.fromEntries(NAMES.map((name) => [fileOf(name), fileURLToPath(import.meta.resolve(name))])),
    outdir: made,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  })
  // Another process may have finished first; its bundles are the same.
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
}

function fileOf(name) {
  return name.replaceAll('/', '-')
}
