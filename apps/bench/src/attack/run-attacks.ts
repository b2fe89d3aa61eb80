import { renderColumns, showNumber } from '../report/table.ts'
import { type Attack, attempt, type Finding, judge } from './attack.ts'
import type { ServerName } from './configuration.ts'
import { openAttackWorld } from './world.ts'

export interface AttackOptions {
  readonly attacks: readonly Attack[]
  /** Attacks that do not depend on the HTTP server are made on the first of these only. */
  readonly servers: readonly ServerName[]
  readonly parent: string
  readonly keep: boolean
  readonly set: readonly string[]
  readonly say: (text: string) => void
}

/** The findings of one server. */
export interface ServerFindings {
  readonly server: ServerName
  readonly findings: readonly Finding[]
}

/** Makes all attacks on a gateway of its own for each server, one after the other. */
export async function runAttacks(options: AttackOptions): Promise<readonly ServerFindings[]> {
  const results: ServerFindings[] = []
  for (const [index, server] of options.servers.entries()) {
    const attacks = index === 0 ? options.attacks : options.attacks.filter(({ isHttp }) => isHttp)
    results.push({ server, findings: await attackServer(server, attacks, options) })
  }
  return results
}

async function attackServer(
  server: ServerName,
  attacks: readonly Attack[],
  { parent, keep, set, say }: AttackOptions,
): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  let world = await openAttackWorld({ server, parent, keep, set })
  try {
    for (const attack of attacks) {
      say(`${server}: ${attack.name}`)
      try {
        findings.push(...(await attempt(attack, world)))
      } catch (error) {
        say(`${server}: ${attack.name} did not come to its end: ${error instanceof Error ? error.message : error}`)
        findings.push(...judge(attack))
      }
      if (world.deaths() === 0) continue
      // The next attack needs a gateway that lives.
      await world.close()
      world = await openAttackWorld({ server, parent, keep, set })
    }
  } finally {
    await world.close()
  }
  return findings
}

/** A table of all figures beside their bounds. */
export function renderFindings(results: readonly ServerFindings[]): string {
  const rows = results.flatMap(({ server, findings }) =>
    findings.map(({ attack, bound, figure, isHeld }) => [
      attack,
      server,
      bound.label,
      figure === undefined || Number.isNaN(figure) ? '-' : showNumber(figure, 0),
      `<= ${showNumber(bound.atMost, 0)}`,
      bound.unit,
      isHeld ? 'held' : 'BROKEN',
    ]),
  )
  return renderColumns([['attack', 'server', 'figure', '', 'bound', '', ''], ...rows], [3, 4]).join('\n')
}

export function brokenBounds(results: readonly ServerFindings[]): readonly string[] {
  return results.flatMap(({ server, findings }) =>
    findings
      .filter(({ isHeld }) => !isHeld)
      .map(({ attack, bound, figure }) => `${server}: ${attack}: ${bound.label} ${figure ?? '-'} > ${bound.atMost}`),
  )
}
