import { ListFault, type ListFaultCode } from './list-fault.ts'

/** How long a workbook may take: one of a million rows takes less. */
const MOST_MS = 60_000

/** What the worker answers. */
export type SheetAnswer = { readonly csv: Blob } | { readonly fault: ListFaultCode }

/**
 * The first sheet of a workbook as CSV. It is read in a worker of its own, which can load nothing and is ended when it
 * takes too long: a hostile file costs the browser a while, and the page nothing. Throws a `ListFault`.
 */
export async function readSheet(file: File): Promise<Blob> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Blob>((resolve, reject) => {
      const timer = setTimeout(() => reject(new ListFault('too-slow')), MOST_MS)
      worker.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
        clearTimeout(timer)
        if ('csv' in data) resolve(data.csv)
        else reject(new ListFault(data.fault))
      }
      // It ended by itself, for want of memory for instance.
      worker.onerror = () => {
        clearTimeout(timer)
        reject(new ListFault('bad-workbook'))
      }
      worker.postMessage(file)
    })
  } finally {
    worker.terminate()
  }
}
