import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createPackage } from './create-package.ts'

const USAGE = `Makes a package for the Heliograph SMS gateway.

  npm create heliograph-adapter NAME               a client interface
  npm create heliograph-adapter NAME -- --carrier  a way to a mobile network, over HTTP
  npm create heliograph-adapter NAME -- --plugin   a plugin that listens to events, with a route and a task
`

/** The manifest that contains the versions of this release. */
const MANIFEST = new URL('../package.json', import.meta.url)

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      carrier: { type: 'boolean', default: false },
      plugin: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      // For `pnpm new:adapter` in the repository of the gateway.
      repository: { type: 'boolean', default: false },
    },
  })
  const [name, ...others] = positionals
  if (values.help || name === undefined || others.length > 0 || (values.carrier && values.plugin)) {
    process.stdout.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const { folder } = await createPackage({
    kind: values.carrier ? 'carrier' : values.plugin ? 'plugin' : 'adapter',
    name,
    into: process.cwd(),
    isInRepository: values.repository,
    versions: JSON.parse(await readFile(MANIFEST, 'utf8')).devDependencies,
  })
  const commands = values.repository ? ['pnpm install', 'pnpm test'] : ['npm install', 'npm test', 'npm run dev']
  const lines = [`Made ${relative(process.cwd(), folder)}. Next:`, '', `  cd ${relative(process.cwd(), folder)}`]
  process.stdout.write(`${[...lines, ...commands.map((command) => `  ${command}`)].join('\n')}\n`)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
