import { ListFault } from './list-fault.ts'
import type { SheetAnswer } from './read-sheet.ts'
import { workbookToCsv } from './xlsx/workbook-to-csv.ts'

// The page's end of this is `readSheet`.
self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage(await answer(data))
}

async function answer(file: File): Promise<SheetAnswer> {
  try {
    return { csv: new Blob(workbookToCsv(new Uint8Array(await file.arrayBuffer()))) }
  } catch (error) {
    return { fault: error instanceof ListFault ? error.code : 'bad-workbook' }
  }
}
