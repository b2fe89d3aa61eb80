/** Why statements fail, as far as the server or a deadline says so. */
export const STATEMENT_ERRORS = ['deadline', 'timeout', 'lock', 'rolled-back', 'statement', 'data', 'server'] as const
export type StatementError = (typeof STATEMENT_ERRORS)[number]

/** Counts of what became of the statements of one pool since the start of the process. */
export interface PoolCount {
  /** Answers of the server: to statements, and to the beginnings and ends of transactions. */
  answers: number
  readonly errors: Record<StatementError, number>
}

export function createPoolCount(): PoolCount {
  const none = STATEMENT_ERRORS.map((kind) => [kind, 0])
  return { answers: 0, errors: Object.fromEntries(none) as Record<StatementError, number> }
}

/**
 * The kind of a SQLSTATE. `timeout`: it ran out of time at the server. `lock`: it waited too long for a lock.
 * `rolled-back`: another transaction went first. `statement`: the statement itself is wrong. `data`: the values
 * were refused, which is part of normal work (an id that is used twice, for instance). `server`: everything else.
 */
export function statementErrorOf(sqlState: string): StatementError {
  if (sqlState === '57014') return 'timeout'
  if (sqlState === '55P03') return 'lock'
  const start = sqlState.slice(0, 2)
  if (start === '40') return 'rolled-back'
  if (start === '42') return 'statement'
  return start === '22' || start === '23' ? 'data' : 'server'
}
