/**
 * Keeps a second data folder while a first one is being kept, as tests of one process may, and restores the newest.
 * Prints what is in its cluster. Argument: a folder for them.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { keepCluster, restoreCluster } from '../../src/testing/kept-clusters.ts'

const KIND = 'several'

/** So many files take a while to be copied. */
const MANY = 5_000

const folder = process.argv[2] as string
const first = await dataDirWith('kept-first', MANY)
const second = await dataDirWith('kept-second', 1)
const keeping = keepCluster(first, KIND)
while (!(await keptSoFar()).some((name) => name.startsWith('unfinished-'))) await delay(1)
await keepCluster(second, KIND)
await keeping
const restored = join(folder, 'restored')
await mkdir(restored)
console.log(await restoreCluster(restored, KIND), (await readdir(join(restored, 'postgres'))).sort().join())

async function dataDirWith(name: string, files: number): Promise<string> {
  const data = join(folder, name, 'postgres', 'data')
  await mkdir(data, { recursive: true })
  for (let file = 0; file < files; file += 1) await writeFile(join(data, String(file)), '')
  return join(folder, name)
}

function keptSoFar(): Promise<readonly string[]> {
  return readdir(process.env.HELIOGRAPH_TEST_CLUSTERS as string).catch(() => [])
}
