import { drop, findKept, keep } from '../../session/browser-store.ts'

/** Keeps a file in this browser until its upload is whole, so that it goes on after the page was closed. What a browser does not permit is done without. */
export async function keepFile(uploadId: number, file: File): Promise<void> {
  await keep(uploadId, file)
}

export function findFile(uploadId: number): Promise<File | undefined> {
  return findKept(uploadId)
}

export function dropFile(uploadId: number): Promise<void> {
  return drop(uploadId)
}
