import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PLANTED } from '../../../../core/testkit/test/planted/lists.ts'

const TESTS = fileURLToPath(new URL('../../../../core/testkit/test', import.meta.url))

/**
 * The tests of the kit that plant faults in correct packages, those of what it must not take for a fault, and the one
 * whose fault would never end.
 */
const PLANTING = [
  'adapter-kit-failures',
  'correct-adapters',
  'planted-calls',
  'carrier-kit-failures',
  'carrier-http',
  'carrier-network-checks',
  'carrier-cloud',
  'plugin-conformance',
  'watchdog',
].map((name) => `${name}.test.ts`)

/** Imports them all: the start of a process each would take longer than what is planted in most. */
const TOGETHER = 'test/planting.test.ts'

/** How these tests import the kit. */
const SOURCE = /(?<=from ')(?:\.\.\/)+src\/(.+)\.ts(?=')/g

/**
 * Copies these tests, as files of an author, beside the packages installed in a folder: there they test the kit as it
 * was installed. Resolves with the folder to run them in, and the path of the file in it that has them all.
 */
export async function copyPlantedFaults(workplace: string) {
  const folder = join(workplace, 'planted')
  const test = join(folder, 'test')
  await mkdir(test, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const name of ['fixtures', 'planted', ...PLANTING])
    await cp(join(TESTS, name), join(test, name), { recursive: true })
  // The packages in which faults are planted are copies elsewhere, and import from here.
  await symlink(join(workplace, 'node_modules'), join(folder, 'node_modules'))
  const kit = join(workplace, 'node_modules/@heliograph/testkit/dist')
  const files = await readdir(test, { recursive: true })
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const path = join(test, file)
    const text = await readFile(path, 'utf8')
    await writeFile(
      path,
      text.replace(SOURCE, (_, module: string) => `${kit}/${module}.js`),
    )
  }
  await writeFile(join(folder, TOGETHER), PLANTING.map((name) => `import './${name}'\n`).join(''))
  return { folder, tests: TOGETHER }
}

/** The one fault that no list has: it ends the process that it is in. */
const ENDLESS = 'a loop that never ends is ended, with its line'

/**
 * Arguments of a test run that choose the endless loop and the first fault of each list, and none with
 * HELIOGRAPH_PLANTED=all; how many faults are planted then. What they do is seen from the sources; an installed kit can
 * only differ in how it finds its own files and the author's.
 */
export function choosePlanted() {
  const lists = PLANTED.flatMap(({ faults }) => Object.values(faults))
  if (process.env.HELIOGRAPH_PLANTED === 'all') return { patterns: [], count: lists.flat().length + 1 }
  const names = [ENDLESS].concat(lists.flatMap(([first]) => (first === undefined ? [] : [first.name])))
  const patterns = names.map((name) => `--test-name-pattern=${name.replace(/[\\/^$.*+?()[\]{}|]/g, '\\$&')}`)
  return { patterns, count: names.length }
}
