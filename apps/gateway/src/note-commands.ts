import { type AccountKeeper, noteAccountChanges } from '@heliograph/access'
import { type AuditAct, AuditLog } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import { serviceOf } from './service-of.ts'

/** Records in the audit log what a command did to a client: done on the server, without a user's name. */
export async function noteCommand(engine: Engine, act: AuditAct & { readonly clientId: number }): Promise<void> {
  await serviceOf(engine, AuditLog).note(await engine.operatorOf(act.clientId), act)
}

/** An account keeper that records in the audit log what a command changes. */
export function notedAccounts(engine: Engine): AccountKeeper {
  return noteAccountChanges(engine.provisioning, (act) => noteCommand(engine, act))
}
