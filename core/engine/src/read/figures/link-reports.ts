import type { LinkReport } from '@heliograph/contracts'
import type { Sql } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import { joinSigns, type NodeSign } from '../../outbound/dispatch/joined-signs.ts'
import type { LinkSign } from '../../outbound/dispatch/link-reports.ts'

interface NodeRow {
  readonly name: string
  /** Its configured links. */
  readonly links: readonly string[]
  /** JSON of the last `LinkSign`s it reported. */
  readonly signs: readonly string[]
  /** Links whose lease it has. */
  readonly held: readonly string[]
}

/** How the links of living nodes are, by name. */
export async function loadLinks(sql: Sql): Promise<readonly LinkReport[]> {
  const nodes = await sql<NodeRow[]>`
    select node.name, node.links,
      array(select sign from link_report where link_report.lease = node.lease) as signs,
      array(select link from link_lease where link_lease.lease = node.lease) as held
    from node order by node.started_at, node.name`
  const pauses = await sql<{ link: string }[]>`select link from link_pause`
  return linksOf(nodes, new Set(pauses.map(({ link }) => link)))
}

/** Each link as reported by the nodes that use it; a link that no node uses is on standby. */
function linksOf(nodes: readonly NodeRow[], paused: ReadonlySet<string>): readonly LinkReport[] {
  const links = new Map<string, Omit<LinkReport, 'isPaused'>>()
  for (const { links: configured } of nodes)
    for (const link of configured) links.set(link, { link, node: null, state: 'standby', detail: null })
  const used = nodes.flatMap(({ name: node, held, signs }) =>
    signs.map((sign) => ({ ...(JSON.parse(sign) as LinkSign), node })).filter(({ link }) => held.includes(link)),
  )
  for (const [link, signs] of groupBy(used, (sign) => sign.link)) {
    const { node, state, detail } = joinSigns(signs) as NodeSign
    links.set(link, { link, node, state, detail })
  }
  const sorted = [...links.values()].sort((a, b) => (a.link < b.link ? -1 : 1))
  return sorted.map((link) => ({ ...link, isPaused: paused.has(link.link) }))
}
