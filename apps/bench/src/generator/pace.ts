import type { Pace } from './job.ts'

/** Decides when requests start. `S` is a slot that can carry one request at a time: a connection with its buffers. */
export interface Pacer<S> {
  /** Begins with all slots free. */
  begin(slots: readonly S[]): void
  /** A slot is free again. */
  release(slot: S): void
  /** Starts nothing more, because the load has ended, successfully or not. */
  end(): void
}

/**
 * Starts request number `sequence` on a slot; its latency counts from `startMs` on the clock of `performance.now()`.
 */
export type StartRequest<S> = (slot: S, sequence: number, startMs: number) => void

export function createPacer<S>(pace: Pace, requests: number, start: StartRequest<S>): Pacer<S> {
  return pace.kind === 'closed'
    ? closedLoop(pace.thinkMs, requests, start)
    : openLoop(pace.requestsPerSecond, requests, start)
}

/** Each slot starts its next request when its last one has ended. */
function closedLoop<S>(thinkMs: number, requests: number, start: StartRequest<S>): Pacer<S> {
  let next = 0
  let hasEnded = false
  const startNext = (slot: S) => {
    if (!hasEnded && next < requests) start(slot, next++, performance.now())
  }
  return {
    begin: (slots) => slots.forEach(startNext),
    release(slot) {
      if (thinkMs === 0) startNext(slot)
      else setTimeout(startNext, thinkMs, slot)
    },
    end() {
      hasEnded = true
    },
  }
}

/** Requests fall due at a constant rate and wait for a free slot; waiting is part of their latency. */
function openLoop<S>(requestsPerSecond: number, requests: number, start: StartRequest<S>): Pacer<S> {
  const free: S[] = []
  const intervalMs = 1000 / requestsPerSecond
  let beganMs = 0
  let next = 0
  let timer: NodeJS.Timeout | undefined

  function startDue(): void {
    const nowMs = performance.now()
    while (next < requests && beganMs + next * intervalMs <= nowMs) {
      // Use the slots in turn, so that no connection is idle so long that the server closes it.
      const slot = free.shift()
      if (slot === undefined) return
      const sequence = next++
      start(slot, sequence, beganMs + sequence * intervalMs)
    }
  }

  return {
    begin(slots) {
      free.push(...slots)
      beganMs = performance.now()
      timer = setInterval(() => {
        startDue()
        if (next >= requests) clearInterval(timer)
      }, 1)
    },
    release(slot) {
      free.push(slot)
      startDue()
    },
    end() {
      free.length = 0
      clearInterval(timer)
    },
  }
}
