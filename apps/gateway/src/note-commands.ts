import { type AccountKeeper, noteAccountChanges } from '@heliograph/access'
import { type AuditAct, AuditLog, type Principal } from '@heliograph/contracts'
import type { Engine } from '@heliograph/engine'
import { serviceOf } from './service-of.ts'

/** Who gives commands on the server that concern no client alone. */
const ON_SERVER: Principal = {
  clientId: 0,
  clientName: '',
  country: '',
  currency: '',
  rateLimit: 0,
  userId: 0,
  email: '',
  role: 'operator',
  keyId: null,
  scope: 'portal',
  priority: null,
}

/**
 * Records in the audit log what a command did to a client, or to the deployment (`clientId` null): done on the server,
 * without a user's name.
 */
export async function noteCommand(engine: Engine, act: AuditAct & { readonly clientId: number | null }): Promise<void> {
  const { clientId } = act
  await serviceOf(engine, AuditLog).note(clientId === null ? ON_SERVER : await engine.operatorOf(clientId), act)
}

/** An account keeper that records in the audit log what a command changes. */
export function notedAccounts(engine: Engine): AccountKeeper {
  return noteAccountChanges(engine.provisioning, (act) => noteCommand(engine, act))
}
