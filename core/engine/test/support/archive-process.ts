import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/database.ts'
import { createArchive } from '../../src/operate/archive/archive.ts'
import { dropOldRanges } from '../../src/operate/maintenance/drop-ranges.ts'

// A process that drops old ranges and is killed while it writes a file of the archive, or once it is written.

const [url = '', folder = '', when = ''] = process.argv.slice(2)
const sql = openDatabase({ url, max: 3, applicationName: 'killed' })
const archive = createArchive({ sql, folder, node: 'killed' })
const die = () => process.kill(process.pid, 'SIGKILL')

/** Looks as often as the process does anything. */
function dieWhileWriting(): void {
  if (existsSync(join(folder, 'messages.part'))) die()
  setImmediate(dieWhileWriting)
}
if (when === 'writing') dieWhileWriting()

await dropOldRanges(
  sql,
  { days: 30 },
  {
    async write(data, chosen) {
      await archive.write(data, chosen)
      die()
    },
  },
)
