import { GatewayError } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { deriveKeys, formatDerivedKeys, parseDerivedKeys } from './derived-keys.ts'
import { createKeyRing, type KeyRing } from './key-ring.ts'
import { countSeals } from './sealed-columns.ts'
import type { SecretBox } from './secret-box.ts'

const KEY_CHECK = 'heliograph master key'

interface DeploymentRow {
  readonly keyCheck: Buffer | null
  readonly firstKey: string | null
  readonly derivedKeys: Buffer | null
}

/**
 * Makes sure that the master keys are those of the deployment, and has the box use what the deployment keeps with them.
 * The first start leaves a mark; later ones open it. Throws `invalid`/`wrong-master-key` or
 * `invalid`/`missing-master-key`.
 */
export async function openDeployment(sql: Sql, box: SecretBox): Promise<void> {
  await sql`update deployment set key_check = ${box.seal(KEY_CHECK)}::bytea where key_check is null`
  let row = await readDeployment(sql)
  if (row?.firstKey === null) {
    await noteFirstKey(sql, box, row)
    row = await readDeployment(sql)
  }
  if (!row?.keyCheck || !row.derivedKeys || row.firstKey === null) throw wrongMasterKey()
  box.useFirstKey(row.firstKey)
  if (!opensCheck(box, row.keyCheck)) throw wrongMasterKey()
  await refuseMissingKeys(sql, box.ring)
  box.useDerivedKeys(parseDerivedKeys(box.open(row.derivedKeys)))
}

/** Throws `invalid`/`missing-master-key` when something is sealed under a key that is not on the ring. */
export async function refuseMissingKeys(sql: Sql, { ids, firstKey }: KeyRing): Promise<void> {
  const seals = await countSeals(sql, firstKey)
  const missing = [...seals].filter(([id]) => !ids.includes(id)).map(([id, count]) => `${id} (${count})`)
  if (missing.length === 0) return
  throw new GatewayError(
    'invalid',
    'missing-master-key',
    `Secrets are sealed under master keys that this node does not have: ${missing.join(', ')}. Add them to security.otherMasterKeys, or to master.key in the data folder.`,
  )
}

/** A deployment of an earlier release, or a new one, has one key: the one that its mark is sealed under. */
async function noteFirstKey(sql: Sql, box: SecretBox, { keyCheck }: DeploymentRow): Promise<void> {
  const { ring } = box
  const key = ring.ids.map(ring.find).find((each) => each && keyCheck && opensCheck(createKeyRing([each]), keyCheck))
  if (key === undefined) throw wrongMasterKey()
  const first = createKeyRing([key])
  await sql`
    update deployment
    set first_key = ${first.firstKey}, derived_keys = ${first.seal(formatDerivedKeys(deriveKeys(key)))}::bytea
    where first_key is null`
}

async function readDeployment(sql: Sql): Promise<DeploymentRow | undefined> {
  const [row] = await sql<DeploymentRow[]>`
    select key_check as "keyCheck", first_key as "firstKey", derived_keys as "derivedKeys" from deployment`
  return row
}

function opensCheck(box: Pick<KeyRing, 'open'>, sealed: Uint8Array): boolean {
  try {
    return box.open(sealed) === KEY_CHECK
  } catch {
    return false
  }
}

function wrongMasterKey(): GatewayError {
  return new GatewayError(
    'invalid',
    'wrong-master-key',
    'This database belongs to another master key. Set security.masterKey to the key of the deployment, or start with the data folder that holds it.',
  )
}
