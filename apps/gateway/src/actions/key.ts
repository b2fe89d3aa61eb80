import { existingAccount } from '@heliograph/access'
import type { Scope } from '@heliograph/contracts'
import type { CommonOptions } from '../common-options.ts'
import { findHandingOutKeys } from '../key-handout.ts'
import { notedAccounts } from '../note-commands.ts'
import { formatTable } from '../table.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface AddOptions extends CommonOptions {
  readonly user: number
  readonly scope: Scope
  readonly name?: string
  readonly expires?: Date
}

/** `key add`. */
export function addKey(terminal: Terminal, options: AddOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output, settings) => {
    engine.useKeyHandout((await findHandingOutKeys(settings, engine)).length > 0)
    const { apiKey } = await notedAccounts(engine).addKey({
      userId: options.user,
      scope: options.scope,
      name: options.name,
      expiresAt: options.expires,
    })
    output.result({ apiKey }, [apiKey])
  })
}

export interface ListOptions extends CommonOptions {
  readonly user: number
}

/** `key list`. */
export function listKeys(terminal: Terminal, options: ListOptions): Promise<void> {
  return withEngine(terminal, options, async ({ provisioning }, output) => {
    existingAccount(await provisioning.findUser(options.user), 'user', options.user)
    const keys = await provisioning.listKeys(options.user)
    const rows = keys.map(({ keyId, scope, name, createdAt, expiresAt, lastUsedAt }) => [
      String(keyId),
      scope,
      createdAt.toISOString(),
      expiresAt?.toISOString() ?? 'never',
      lastUsedAt?.toISOString() ?? '-',
      name ?? '',
    ])
    output.result({ keys }, formatTable(['KEY', 'SCOPE', 'SINCE', 'EXPIRES', 'LAST USED', 'NAME'], rows))
  })
}

/** `key erase-copies`. */
export function eraseCopies(terminal: Terminal, options: CommonOptions): Promise<void> {
  return withEngine(terminal, options, async ({ provisioning }, output) => {
    const erased = await provisioning.eraseKeyCopies()
    output.result({ erased }, [`${erased} ${erased === 1 ? 'copy' : 'copies'} erased.`])
  })
}
