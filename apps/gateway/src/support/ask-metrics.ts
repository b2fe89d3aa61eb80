import { reasonOf } from '@heliograph/engine'

/** A name with its labels, and a figure; one that JSON has no number for is a text. */
export type Sample = readonly [name: string, figure: number | string]

/** What a node says of itself. */
export interface NodeMetrics {
  readonly admin: string
  readonly samples?: readonly Sample[]
  /** There was more than is taken. */
  readonly isCut?: boolean
  /** Why there are none. */
  readonly unexamined?: string
}

/** A node with a hundred links has a tenth of it. */
const MOST_OCTETS = 2 ** 20
const TIMEOUT_MS = 5_000

/** As OpenMetrics writes it. */
const SAMPLE = /^([a-zA-Z_:][\w:]*(?:\{(?:[^"}]|"(?:[^"\\]|\\.)*")*\})?) (\S+)/

/** Reads `/metrics` of the node whose admin port is at this address. Never rejects. */
export async function askMetrics(address: string): Promise<NodeMetrics> {
  if (!URL.canParse(address)) return { admin: '', unexamined: 'what was given is not the URL of an admin port' }
  const { origin: admin } = new URL(address)
  try {
    const response = await fetch(`${admin}/metrics`, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) return { admin, unexamined: `it answers ${response.status}` }
    const { text, isCut } = await readAtMost(response, MOST_OCTETS)
    return { admin, samples: readSamples(text), ...(isCut && { isCut }) }
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown }
    return { admin, unexamined: reasonOf(cause ?? error) }
  }
}

/** The beginning of a body, up to the last line that is whole. */
async function readAtMost(response: Response, octets: number): Promise<{ text: string; isCut: boolean }> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body ?? []) {
    pieces.push(piece)
    length += piece.length
    // Leaving the loop closes the connection.
    if (length > octets) break
  }
  const text = Buffer.concat(pieces).subarray(0, octets).toString()
  return length > octets ? { text: text.slice(0, text.lastIndexOf('\n') + 1), isCut: true } : { text, isCut: false }
}

/** Lines that are no sample are left out, whatever they say. */
export function readSamples(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line): readonly Sample[] => {
    const [, name, figure] = SAMPLE.exec(line) ?? []
    if (name === undefined || figure === undefined) return []
    const value = Number(figure)
    if (Number.isFinite(value)) return [[name, value]]
    return /^([+-]?Inf|NaN)$/.test(figure) ? [[name, figure]] : []
  })
}
