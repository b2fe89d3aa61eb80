import type { LinkObstacle, LinkStatus, QueueLink, SendingHold } from '@heliograph/contracts'
import type { RouteFacts } from '@heliograph/messaging'
import type { Sql } from '../../database/database.ts'
import { groupBy } from '../../database/group-by.ts'
import { joinSigns, type NodeSign } from '../../outbound/dispatch/joined-signs.ts'
import type { LinkSign } from '../../outbound/dispatch/link-reports.ts'
import { listHolds } from '../../outbound/holds/hold-statements.ts'
import { unparkedRoute } from '../../outbound/holds/parked-batches.ts'

/** A link with the routes that it serves. */
export interface RoutedLinkFacts {
  readonly routes: readonly string[]
  readonly link: RouteFacts['links'][number]
}

/** How the links of living nodes are, and what is on hold. */
export interface SendingFacts {
  readonly links: readonly RoutedLinkFacts[]
  readonly holds: readonly SendingHold[]
}

interface SignRow {
  readonly node: string
  /** JSON of a `LinkSign`. */
  readonly sign: string
  /** Its node uses the link. */
  readonly is_used: boolean
  readonly is_paused: boolean
}

export async function loadSendingFacts(sql: Sql): Promise<SendingFacts> {
  const rows = await sql<SignRow[]>`
    select node.name as node, link_report.sign, link_lease.link is not null as is_used,
      link_pause.link is not null as is_paused
    from link_report
    join node using (lease)
    left join link_lease on link_lease.lease = link_report.lease and link_lease.link = link_report.link
    left join link_pause on link_pause.link = link_report.link
    order by link_report.link, node.name`
  return { links: linksOf(rows), holds: await listHolds(sql) }
}

/** Each link as the nodes that use it report it. */
function linksOf(rows: readonly SignRow[]): readonly RoutedLinkFacts[] {
  const signs = rows.map((row) => ({ ...row, sign: { ...(JSON.parse(row.sign) as LinkSign), node: row.node } }))
  return [...groupBy(signs, ({ sign }) => sign.link)].map(([link, own]) => {
    const used = joinSigns(own.filter(({ is_used }) => is_used).map(({ sign }) => sign))
    const { state, detail, partsPerSecond } = used === undefined ? UNUSED : shownSign(used)
    const obstacle: LinkObstacle | null = own.some(({ is_paused }) => is_paused) ? 'paused' : OBSTACLES[state]
    return { routes: own[0]?.sign.routes ?? [], link: { link, obstacle, detail, partsPerSecond } }
  })
}

const UNUSED = { state: 'standby', detail: null, partsPerSecond: 0 } as const

function shownSign({ state, detail, figures }: NodeSign) {
  return { state, detail, partsPerSecond: figures.partsPerSecond }
}

/** `paused` by the network is not what operators call so. */
const OBSTACLES: Readonly<Record<LinkStatus['state'], QueueLink['obstacle']>> = {
  up: null,
  paused: 'throttled',
  down: 'down',
  connecting: 'connecting',
  refused: 'refused',
  standby: 'standby',
}

/**
 * What messages wait for that stand in line under a route: a route of the configuration, a later group of its links
 * (`default/2`), or one where those of a client on hold are kept apart.
 */
export function routeFactsOf({ links, holds }: SendingFacts, place: string): RouteFacts {
  const stage = unparkedRoute(place)
  return {
    route: stage.split('/', 1)[0] as string,
    links: links.filter(({ routes }) => routes.includes(stage)).map(({ link }) => link),
    holds,
  }
}
