import { apiUrl, type Schemas, writeHeaders } from '../../api/client.ts'
import { Problem, readProblem, toProblem } from '../../api/problem.ts'

/** Octets sent at once: a fraction of a second on a slow line. */
const PIECE = 512 * 1024

/** Waits after a piece that did not get through, growing up to the longest. */
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

const PASSING = new Set(['offline', 'unavailable', 'throttled', 'internal'])

/**
 * Sends the rest of a file, from where the gateway has it, and reports each step. Continues on its own after the line
 * or the gateway was away; throws a `Problem` that another attempt cannot solve, or when `signal` is aborted.
 */
export async function sendFile(
  file: File,
  upload: Schemas['Upload'],
  onStep: (upload: Schemas['Upload']) => void,
  signal: AbortSignal,
): Promise<void> {
  let last = upload
  let waitMs = FIRST_WAIT_MS
  while (last.state === 'receiving') {
    try {
      last = await sendPiece(file, last, signal)
      waitMs = FIRST_WAIT_MS
      onStep(last)
    } catch (error) {
      signal.throwIfAborted()
      if (!PASSING.has(toProblem(error).category)) throw error
      await pause(waitMs, signal)
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
    }
  }
}

async function sendPiece(
  file: File,
  { uploadId, received }: Schemas['Upload'],
  signal: AbortSignal,
): Promise<Schemas['Upload']> {
  const body = file.slice(received, received + PIECE)
  const headers = { ...writeHeaders(), 'content-type': 'text/csv' }
  const url = apiUrl(`/uploads/${uploadId}/file`, { from: received })
  const response = await fetch(url, { method: 'PUT', headers, body, signal })
  if (!response.ok) throw await readProblem(response)
  const next = (await response.json()) as Schemas['Upload']
  if (next.received <= received) throw new Problem(stuck)
  return next
}

const stuck = { category: 'conflict', code: 'no-progress', message: 'The file does not get on', details: {} }

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
