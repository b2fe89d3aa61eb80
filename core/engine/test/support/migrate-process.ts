/** Migrates in a process of its own, to be killed. Arguments: database URL, URL of the folder with the migrations. */
import { migrate } from '../../src/database/migrate.ts'

const [url = '', folder = ''] = process.argv.slice(2)
await migrate(url, { folder: new URL(folder) })
