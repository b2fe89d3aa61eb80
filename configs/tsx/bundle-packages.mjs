import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The import names of the bundled packages. Code that two of them share stays one module. */
const NAMES = ['typebox', 'typebox/value', 'libphonenumber-js/max']

const CACHE = fileURLToPath(new URL('node_modules/.cache/', import.meta.url))

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

async function versionsOf(packages) {
  await mkdir(CACHE, { recursive: true })
  const named = packages.map(async (name) => {
    const file = new URL(`node_modules/${name}/package.json`, import.meta.url)
    return `${name}@${JSON.parse(await readFile(file, 'utf8')).version}`
  })
  return (await Promise.all(named)).join('+')
}

function fileOf(name) {
  return name.replaceAll('/', '-')
}
