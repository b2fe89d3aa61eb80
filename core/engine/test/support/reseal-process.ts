/** Seals everything under another master key and is killed after the first step. Argument: the database's URL. */

import { openDeployment } from '../../src/accounts/master-keys/deployment-key.ts'
import { reseal } from '../../src/accounts/master-keys/reseal.ts'
import { createSecretBox } from '../../src/accounts/master-keys/secret-box.ts'
import { openDatabase } from '../../src/database/database.ts'
import { MASTER_KEY, NEXT_MASTER_KEY } from './engine-harness.ts'

const [url = ''] = process.argv.slice(2)
const sql = openDatabase({ url, max: 1, applicationName: 'reseal' })
const box = createSecretBox([NEXT_MASTER_KEY, MASTER_KEY])
await openDeployment(sql, box)
await reseal(sql, box, { onProgress: () => void process.kill(process.pid, 'SIGKILL') })
