import type { DataDir } from '../data-dir.ts'

/** The file in the data folder. */
const FILE = 'workers.json'
const KEPT = 100

/** A worker that ended and was started again. */
export interface EndedWorker {
  readonly worker: string
  /** ISO 8601. */
  readonly at: string
  readonly reason: string
}

/** Reads the newest ends of workers, the oldest first. What cannot be read counts as none. */
export async function readEndedWorkers(dataDir: DataDir): Promise<readonly EndedWorker[]> {
  try {
    return JSON.parse((await dataDir.read(FILE)) ?? '[]') as readonly EndedWorker[]
  } catch {
    return []
  }
}

/** Adds an end. */
export async function noteEndedWorker(dataDir: DataDir, ended: EndedWorker): Promise<void> {
  const known = await readEndedWorkers(dataDir)
  await dataDir.write(FILE, `${JSON.stringify([...known, ended].slice(-KEPT))}\n`)
}
