// `node bundle.mjs`, in a package of which TypeScript has written the declarations: writes its JavaScript, a module for
// each entry of `exports` and one for what several of them share. Node takes longer to find and read many modules than
// to run them. Other packages stay imports, so that all packages share one copy of a class or of a service's token.
// A file that is found by its place has to lie in `src` itself: its code is in `dist` itself, wherever it came from.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
removeScripts('dist')
await build({
  entryPoints: Object.values(exports).map((conditions) => conditions['@heliograph/source']),
  outdir: 'dist',
  outbase: 'src',
  bundle: true,
  splitting: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  // The package has its sources.
  sourcesContent: false,
  logLevel: 'warning',
})

/** Removes what an earlier build wrote. */
function removeScripts(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (/\.js(\.map)?$/.test(entry.name)) rmSync(join(entry.parentPath ?? entry.path, entry.name))
  }
}
