import Papa from 'papaparse'
import { openList } from '../../files/open-list.ts'

/** Larger files would fill the memory for no reason: a million rows are smaller. */
const MOST_OCTETS = 32 * 1024 * 1024

/** The rows of a list without blank ones. The separator is guessed from the file. Throws a `ListFault`. */
export async function readList(file: File): Promise<readonly (readonly string[])[]> {
  const list = await openList(file, MOST_OCTETS)
  const text = decode(new Uint8Array(await list.arrayBuffer()))
  return Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data
}

/** UTF-8 if it is valid; otherwise the encoding that older spreadsheets write. */
function decode(octets: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    return new TextDecoder('windows-1252').decode(octets)
  }
}
