import assert from 'node:assert/strict'
import { checkGeneratedBlocks, type GeneratedBlocks, generatedBlockNames } from '../documentation/generated-blocks.ts'
import type { Check } from './check.ts'
import { importCheck } from './import-check.ts'
import { lineOf, type PackageFolder } from './package-folder.ts'

/** What a module must not import, and what it should use instead. */
const FORBIDDEN: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  {
    pattern: /^@heliograph\/(?!contracts$|docs$|messaging$|portal$|smpp$|wire$)/,
    instead: 'a module uses contracts, messaging, smpp, wire and the files of the portal and the documentation only',
  },
  { pattern: /^tsyringe$/, instead: 'only the host knows the container' },
  { pattern: /^(undici|(node:)?https?)$/, instead: 'outbound HTTP goes through context.http; routes are returned' },
]

const CONTRACTS = '@heliograph/contracts'

/** How one version begins, where no range follows. */
const VERSION = /^[=v]{0,2}\d+\.\d+\.\d/

const IMPORTED = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*)['"]([^'"]+)['"]/g

/** Checks of what every package of a module must have. `headings` are those its README needs. */
export function packageChecks(
  folder: PackageFolder,
  headings: readonly string[],
  generated: () => GeneratedBlocks | Promise<GeneratedBlocks>,
): readonly Check[] {
  return [
    {
      name: 'package.json: an ES module without side effects, with sources for tests',
      run: () => checkManifest(folder),
    },
    { name: 'contracts is a peer dependency', run: () => checkPeer(folder) },
    { name: 'imports nothing that a module must not', run: () => checkImports(folder) },
    importCheck(folder),
    { name: 'README has its headings', run: () => checkHeadings(folder, headings) },
    { name: 'README tables are those of the code', run: async () => checkTables(folder, await generated()) },
  ]
}

async function checkManifest(folder: PackageFolder): Promise<void> {
  const manifest = await folder.manifest()
  const [exports, type, sideEffects] = await folder.manifestPlaces('exports', 'type', 'sideEffects')
  assert.equal(manifest.type, 'module', `package.json "type" at ${type}`)
  assert.equal(
    manifest.sideEffects,
    false,
    `package.json "sideEffects" at ${sideEffects}: importing a module does nothing`,
  )
  assert.ok(manifest.description, `package.json has a description: ${folder.pathOf('package.json')}:1:1`)
  assert.ok(manifest.license, `package.json has a licence: ${folder.pathOf('package.json')}:1:1`)
  const entry = (manifest.exports as Record<string, unknown> | undefined)?.['.']
  assert.equal(typeof entry, 'object', `package.json "exports" at ${exports} has conditions under "."`)
  assert.ok((entry as Record<string, unknown>).default, `package.json "exports"["."] at ${exports} has "default"`)
  assert.ok((entry as Record<string, unknown>).types, `package.json "exports"["."] at ${exports} has "types"`)
}

async function checkPeer(folder: PackageFolder): Promise<void> {
  const manifest = await folder.manifest()
  const [place] = await folder.manifestPlaces(CONTRACTS)
  assert.ok(
    manifest.peerDependencies?.[CONTRACTS],
    `@heliograph/contracts belongs in peerDependencies: the host brings the one copy (${place})`,
  )
  assert.equal(manifest.dependencies?.[CONTRACTS], undefined, `@heliograph/contracts is no dependency (${place})`)
  const range = manifest.peerDependencies[CONTRACTS]
  const isExact = VERSION.test(range.trim()) && !/[\s|]/.test(range.trim())
  assert.ok(
    !isExact,
    `@heliograph/contracts at ${place} is ${range} alone: gateways with a later version of it would refuse the package, so give a range`,
  )
}

async function checkImports(folder: PackageFolder): Promise<void> {
  const found: string[] = []
  for (const file of await folder.sources()) {
    for (const { 1: specifier = '', index } of file.text.matchAll(IMPORTED)) {
      const rule = FORBIDDEN.find(({ pattern }) => pattern.test(specifier))
      if (rule)
        found.push(`${folder.pathOf(file.path)}:${lineOf(file.text, index)} imports ${specifier}: ${rule.instead}`)
    }
    const call = /(?<![.\w])fetch\s*\(/.exec(file.text)
    if (call !== null)
      found.push(
        `${folder.pathOf(file.path)}:${lineOf(file.text, call.index)} calls fetch: outbound HTTP goes through context.http`,
      )
  }
  assert.deepEqual(found, [])
}

async function checkHeadings(folder: PackageFolder, headings: readonly string[]): Promise<void> {
  const readme = await folder.readme()
  const present = [...readme.matchAll(/^#{2,3} (.+)$/gm)].map((match) => match[1])
  const missing = headings.filter((heading) => !present.includes(heading))
  assert.deepEqual(missing, [], `headings missing in ${folder.readmePath}:1:1`)
}

/**
 * Compares the generated tables. Blocks that only some packages have (`optional` in the kit's own list) are compared
 * only where the README has them.
 */
async function checkTables(folder: PackageFolder, blocks: GeneratedBlocks): Promise<void> {
  const present = new Set(generatedBlockNames(await folder.readme()))
  const required = Object.keys(blocks).filter((name) => !OPTIONAL_BLOCKS.has(name) && !present.has(name))
  assert.deepEqual(
    required,
    [],
    `${folder.readmePath}:1:1 lacks these generated blocks: <!-- generated:NAME --> ... <!-- /generated -->`,
  )
  await checkGeneratedBlocks(
    folder.readmePath,
    Object.fromEntries(Object.entries(blocks).filter(([name]) => present.has(name))),
  )
}

const OPTIONAL_BLOCKS: ReadonlySet<string> = new Set(['errors', 'capabilities'])
