/** What the address of the audit log says that is looked for. */
export interface AuditSearch {
  readonly action?: string | undefined
  readonly clientId?: number | undefined
  readonly person?: string | undefined
  readonly object?: string | undefined
}

/** The router reads a text of digits as a number. */
export function readAuditSearch({ action, clientId, person, object }: Record<string, unknown>): AuditSearch {
  return {
    ...(typeof action === 'string' && { action }),
    ...(typeof clientId === 'number' && { clientId }),
    ...(person !== undefined && { person: String(person) }),
    ...(object !== undefined && { object: String(object) }),
  }
}
