import { type AuditAct, AuditLog } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import { type AccountKeeper, noteAccountChanges } from '@heliograph/messaging'
import { serviceOf } from './service-of.ts'

/** Notes in the audit log what a command did to a client: on the server, by nobody with a name. */
export async function noteCommand(engine: Engine, act: AuditAct & { readonly clientId: number }): Promise<void> {
  await serviceOf(engine, AuditLog).note(await engine.operatorOf(act.clientId), act)
}

/** Keeps accounts, and notes what a command changes in them. */
export function notedAccounts(engine: Engine): AccountKeeper {
  return noteAccountChanges(engine.provisioning, (act) => noteCommand(engine, act))
}
