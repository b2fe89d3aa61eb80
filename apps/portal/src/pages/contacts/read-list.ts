import Papa from 'papaparse'

/** Larger files would fill the memory for no reason: a million rows are smaller. */
export const MOST_OCTETS = 32 * 1024 * 1024

/** The rows of a CSV file without blank ones. The separator is guessed from the file. */
export async function readList(file: File): Promise<readonly (readonly string[])[]> {
  const text = decode(new Uint8Array(await file.arrayBuffer()))
  return Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data
}

/** UTF-16 by its mark; UTF-8 if it is valid; otherwise the encoding that older spreadsheets write. */
function decode(octets: Uint8Array): string {
  if (octets[0] === 0xff && octets[1] === 0xfe) return new TextDecoder('utf-16le').decode(octets)
  if (octets[0] === 0xfe && octets[1] === 0xff) return new TextDecoder('utf-16be').decode(octets)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(octets)
  } catch {
    return new TextDecoder('windows-1252').decode(octets)
  }
}
