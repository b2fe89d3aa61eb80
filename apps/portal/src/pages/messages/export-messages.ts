import { apiUrl } from '../../api/client.ts'
import { readProblem } from '../../api/problem.ts'
import type { Direction } from './message-search.ts'
import { RecordCounter } from './record-counter.ts'

export interface MessageExport {
  readonly query: object
  /** Absent: what was sent. */
  readonly direction?: Direction | undefined
  readonly signal: AbortSignal
  /** Called now and then with how many messages have arrived. */
  readonly onProgress: (messages: number) => void
}

/**
 * Fetches all messages that match as a CSV file. Resolves with the file and the number of messages in it. Throws
 * `Problem`, or the reason the signal was aborted with.
 */
export async function exportMessages({ query, direction, signal, onProgress }: MessageExport): Promise<[File, number]> {
  const response = await fetch(addressOf(direction, { ...query, direction }), { signal })
  if (!response.ok || response.body === null) throw await readProblem(response)
  const counter = new RecordCounter()
  const pieces: Blob[] = []
  const reader = response.body.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    counter.count(read.value)
    // The browser may keep the pieces on disk.
    pieces.push(new Blob([read.value]))
    onProgress(Math.max(0, counter.records - 1))
  }
  const [, name = 'messages.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return [new File(pieces, name, { type: 'text/csv' }), Math.max(0, counter.records - 1)]
}

/** Hands a file to the browser as a download. */
export function saveFile(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  URL.revokeObjectURL(url)
}

function addressOf(direction: Direction | undefined, query: object): string {
  const address = new URL(apiUrl(direction === undefined ? '/messages.csv' : '/traffic.csv'), location.href)
  for (const [name, value] of Object.entries(query)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    for (const each of values) if (each !== undefined) address.searchParams.append(name, String(each))
  }
  return address.href
}
