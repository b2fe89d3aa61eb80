import { appendFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Deployed } from '../deploy.ts'
import { type Sample, sampleDatabase, sampleNodes } from './sample.ts'

/** What the run itself knows of a moment. */
export type Progress = Pick<Sample, 'round' | 'accepted' | 'waiting' | 'perSecond'>

export interface SamplerOptions {
  readonly deployed: Deployed
  readonly progress: () => Progress
  /** Gets each sample as a line of JSON. */
  readonly file: string
  readonly signal: AbortSignal
}

const EVERY_MS = 10_000
/** How long the database may take to answer. */
const DATABASE_MS = 5_000

/** Takes samples until the signal, and pushes them to `samples`. */
export async function keepSampling(samples: Sample[], options: SamplerOptions): Promise<void> {
  const { deployed, progress, file, signal } = options
  const beganMs = performance.now()
  for (let dueMs = beganMs; !signal.aborted; dueMs += EVERY_MS) {
    await delay(Math.max(0, dueMs - performance.now()), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const sample: Sample = {
      atS: Math.round((performance.now() - beganMs) / 1000),
      ...progress(),
      nodes: sampleNodes(deployed),
      database: await inTime(sampleDatabase(deployed.cluster.sql)),
      checker: process.memoryUsage.rss(),
    }
    samples.push(sample)
    await appendFile(file, `${JSON.stringify(sample)}\n`)
  }
}

/** Null when it fails or takes too long. */
async function inTime<T>(answer: Promise<T>): Promise<T | null> {
  const over = new AbortController()
  const late = delay(DATABASE_MS, null, { signal: over.signal }).catch(() => null)
  try {
    return await Promise.race([answer.catch(() => null), late])
  } finally {
    over.abort()
  }
}
