import type { LoginResult, Logins, Metrics, SmppLogins } from '@heliograph/contracts'

const RESULTS = ['ok', 'unknown', 'disabled', 'locked'] as const satisfies LoginResult['kind'][]

/** Counts logins by their results. */
export function countLogins<L extends Logins & SmppLogins>(logins: L, metrics: Metrics): L {
  const counts = { ok: 0, unknown: 0, disabled: 0, locked: 0 } satisfies Record<LoginResult['kind'], number>
  const help = 'Logins by password or system id: ok, unknown (wrong, or not enough), disabled, locked (after failures)'
  const counter = metrics.counter('log_ins', help, ['result'])
  for (const result of RESULTS) counter.collect(() => counts[result], { result })

  function counted(result: LoginResult): LoginResult {
    counts[result.kind] += 1
    return result
  }

  return {
    ...logins,
    byPassword: async (attempt: Parameters<Logins['byPassword']>[0]) => counted(await logins.byPassword(attempt)),
    bySystemId: async (attempt: Parameters<SmppLogins['bySystemId']>[0]) => counted(await logins.bySystemId(attempt)),
  }
}
