import { StateStore } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import type { CommonOptions } from '../common-options.ts'
import { noteCommand, notedAccounts } from '../note-commands.ts'
import { onlyUser } from '../only-user.ts'
import type { PasswordOptions } from '../password-options.ts'
import { readPassword } from '../read-password.ts'
import { serviceOf } from '../service-of.ts'
import type { Settings } from '../settings.ts'
import type { Terminal } from '../terminal.ts'
import { withEngine } from '../with-engine.ts'

export interface UserOptions extends CommonOptions {
  readonly client?: number
}

/** `user set-password`. */
export async function setUserPassword(
  terminal: Terminal,
  email: string,
  options: UserOptions & PasswordOptions,
): Promise<void> {
  const password = await readPassword(terminal, options)
  await withEngine(terminal, options, async (engine, output, settings) => {
    const { userId } = await onlyUser(engine.provisioning, email, options.client)
    await notedAccounts(engine).setPassword({ userId, password })
    await endPortalSessions(engine, settings, userId)
    output.result({ userId }, [`User ${userId} has the new password, and is logged out of the portal.`])
  })
}

/** `user remove-second-factor`. */
export function removeSecondFactor(terminal: Terminal, name: string, options: UserOptions): Promise<void> {
  return withEngine(terminal, options, async (engine, output) => {
    const { userId, clientId, email } = await onlyUser(engine.provisioning, name, options.client)
    const wasOn = (await engine.secondFactors.find(userId))?.factor.confirmedAt != null
    await engine.secondFactors.remove(userId)
    const passkeys = await engine.passkeys.removeAll(userId)
    const act = { subject: `user ${userId}`, clientId }
    if (wasOn) await noteCommand(engine, { ...act, action: 'second-factor-off', detail: { email } })
    const removed = { email, passkeys: String(passkeys) }
    if (passkeys > 0) await noteCommand(engine, { ...act, action: 'passkeys-removed', detail: removed })
    output.result({ userId, wasOn, passkeys }, [
      wasOn ? `User ${userId} logs in without a code now.` : `User ${userId} was not asked for a code.`,
      ...(passkeys > 0 ? [`Passkeys removed: ${passkeys}.`] : []),
    ])
  })
}

/** Ends the user's portal sessions and links for a password, as the portal does when a password is set there. */
async function endPortalSessions(engine: Engine, { configuration }: Settings, userId: number): Promise<void> {
  const { endPasswordLinks, endSessions } = await import('@heliograph/adapter-portal-api')
  const portals = configuration.instances.filter(({ use }) => use === '@heliograph/adapter-portal-api')
  for (const { id } of portals) {
    const state = serviceOf(engine, StateStore).of(id)
    await endSessions(state, userId)
    await endPasswordLinks(state, userId)
  }
}
