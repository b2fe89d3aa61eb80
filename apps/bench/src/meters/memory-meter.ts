import { processMemory } from './proc.ts'

const SAMPLE_MS = 250

/** Resident memory of a process during a measurement, in octets. */
export interface MemoryUse {
  readonly before: number
  readonly peak: number
  readonly after: number
  /**
   * Growth from the second quarter of the time (when everything is warm) to the last, both on average. Near 0 when
   * memory is flat.
   */
  readonly growth: number
}

export interface MemoryMeter {
  stop(): MemoryUse
}

export function startMemoryMeter(pid: number): MemoryMeter {
  const read = () => processMemory(pid)?.resident ?? 0
  const samples = [read()]
  // After a failed measurement, the timer must not keep the process alive.
  const timer = setInterval(() => samples.push(read()), SAMPLE_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      samples.push(read())
      return {
        before: samples[0] ?? 0,
        peak: Math.max(...samples),
        after: samples.at(-1) ?? 0,
        growth: growthOf(samples),
      }
    },
  }
}

/** Mean of the last quarter less mean of the second one. */
export function growthOf(samples: readonly number[]): number {
  const quarter = Math.floor(samples.length / 4)
  if (quarter === 0) return 0
  return mean(samples.slice(-quarter)) - mean(samples.slice(quarter, 2 * quarter))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1)
}
