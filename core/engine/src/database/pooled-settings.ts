/**
 * What the role of `database.url` sets where a pooler shares sessions, because nothing can be asked for there: for all
 * pools of a node that go through it. Each ends its statements earlier by itself where it must; the server's limit is
 * that of the slowest, and a lock is waited for no longer than accepting messages may.
 */
export const POOLED_SETTINGS = {
  search_path: 'heliograph, public',
  plan_cache_mode: 'force_generic_plan',
  jit: 'off',
  enable_seqscan: 'off',
  statement_timeout: '8s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
} as const

export type PooledSetting = keyof typeof POOLED_SETTINGS

/** How long is for the operator to say; that there is an end is not. */
const LIMITS: ReadonlySet<string> = new Set<PooledSetting>([
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
])

/** The settings that a role lacks. */
export function lackingSettings(role: Readonly<Record<PooledSetting, string>>): readonly PooledSetting[] {
  const names = Object.keys(POOLED_SETTINGS) as PooledSetting[]
  return names.filter((name) => (LIMITS.has(name) ? role[name] === '0' : role[name] !== POOLED_SETTINGS[name]))
}
