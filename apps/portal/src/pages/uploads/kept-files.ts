import { drop, findKept, keep } from '../../session/browser-store.ts'

/**
 * Keeps a file in this browser until its upload is complete, so that the upload continues after the page was closed. If
 * the browser does not permit it, the file is not kept.
 */
export async function keepFile(uploadId: number, file: File): Promise<void> {
  await keep(uploadId, file)
}

export function findFile(uploadId: number): Promise<File | undefined> {
  return findKept(uploadId)
}

export function dropFile(uploadId: number): Promise<void> {
  return drop(uploadId)
}
