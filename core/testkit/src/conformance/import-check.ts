import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Check } from './check.ts'
import type { PackageFolder, PackageManifest } from './package-folder.ts'

/** Real time in which a process can start and import the package. */
const PATIENCE_MS = 30_000
const ANSWER = 'heliograph-import:'

/**
 * Runs in a separate process: prints what exists after the import and did not before, and the lines that had something
 * made. Node's own list shows timers and sockets; listeners on the process show by their names.
 */
const PROGRAM = `
import { createHook } from 'node:async_hooks'
const look = () => [
  ...process.getActiveResourcesInfo().filter((kind) => /^(TCP|TLS|UDP|Pipe.*Server|Timeout|Immediate|Process|FSEvent)/.test(kind)),
  ...process.eventNames().flatMap((name) => Array(process.listenerCount(name)).fill("a listener to '" + String(name) + "' of the process")),
]
const before = look()
const written = []
const lines = new Set()
const note = () => {
  const [place] = new Error().stack.split('\\n').filter((line) => /(file:|\\/).*:\\d+:\\d+\\)?$/.test(line) && !/node:|\\[eval/.test(line))
  if (place !== undefined && !place.includes('/node_modules/')) lines.add(place.trim())
}
const hook = createHook({ init: (_, kind) => kind !== 'PROMISE' && note() })
hook.enable()
process.on('newListener', note)
for (const stream of [process.stdout, process.stderr]) stream.write = (text) => note() ?? written.push('on the console: ' + String(text).trim()) > 0
await import(process.argv[1])
delete process.stdout.write
hook.disable()
process.off('newListener', note)
await new Promise((resolve) => setImmediate(resolve))
const after = look()
for (const each of before) if (after.includes(each)) after.splice(after.indexOf(each), 1)
process.stdout.write(${JSON.stringify(ANSWER)} + JSON.stringify({ found: [...after, ...written], lines: [...lines] }), () => process.exit())
`

/** Checks that importing the package does nothing, which only a process that has not imported it yet can show. */
export function importCheck(folder: PackageFolder): Check {
  return {
    name: 'importing it does nothing',
    async run() {
      const { found, lines } = await importAlone(entryOf(await folder.manifest(), folder))
      assert.deepEqual(found, [], `the import leaves something behind\n${lines.join('\n')}`)
    },
  }
}

/** The sources if the package declares them, as its own tests use them. */
function entryOf(manifest: PackageManifest, folder: PackageFolder): string {
  const conditions = (manifest.exports as Record<string, Record<string, string>> | undefined)?.['.'] ?? {}
  const files = [conditions['@heliograph/source'], conditions.default, './src/index.ts']
  const entry = files.map((file) => file && folder.pathOf(file)).find((path) => path !== undefined && existsSync(path))
  assert.ok(entry, 'package.json "exports"["."] leads to no file: build the package first')
  return pathToFileURL(entry).href
}

interface ImportEffects {
  readonly found: readonly string[]
  /** Where it may come from, as in a stack. */
  readonly lines: readonly string[]
}

async function importAlone(entry: string): Promise<ImportEffects> {
  const flags = process.execArgv.filter((flag) => !/^--(test|inspect|eval|print|watch)/.test(flag))
  const args = [...flags, '--input-type=module', '--eval', PROGRAM, entry]
  const { NODE_TEST_CONTEXT: _runner, ...env } = process.env
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { timeout: PATIENCE_MS, env }, (error, stdout, stderr) => {
      if (stdout.includes(ANSWER)) resolve(stdout)
      else reject(new Error(`the package cannot be imported alone: ${stderr}`, { cause: error }))
    })
  })
  return JSON.parse(output.slice(output.indexOf(ANSWER) + ANSWER.length))
}
