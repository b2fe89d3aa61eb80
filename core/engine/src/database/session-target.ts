/** What a session has to be like for a URL: libpq's `target_session_attrs`. */
export const SESSION_TARGETS = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const

export type SessionTarget = (typeof SESSION_TARGETS)[number]

/** What a session is like. */
export interface SessionFacts {
  /** Its transactions only read unless they ask for more, which those of a standby cannot. */
  readonly isReadOnly: boolean
  readonly isStandby: boolean
}

/** Asks a session for its facts. */
export const SESSION_FACTS = `
  select current_setting('transaction_read_only')::boolean as "isReadOnly", pg_is_in_recovery() as "isStandby"`

/** Whether a session may be used without looking at further hosts. */
export function suits(target: SessionTarget, { isReadOnly, isStandby }: SessionFacts): boolean {
  switch (target) {
    case 'any':
      return true
    case 'read-write':
      return !isReadOnly
    case 'read-only':
      return isReadOnly
    case 'primary':
      return !isStandby
    case 'standby':
    case 'prefer-standby':
      return isStandby
  }
}

/** Whether a session that is in use may stay, though another might be preferred by now. */
export function mayStay(target: SessionTarget, facts: SessionFacts): boolean {
  return target === 'prefer-standby' || suits(target, facts)
}

/** What a session is, for people. */
export function describeSession({ isReadOnly, isStandby }: SessionFacts): string {
  if (isStandby) return 'a standby'
  return isReadOnly ? 'read-only' : 'open for writes'
}
