import type { Carrier, CarrierLink, LinkStatus } from '@heliograph/contracts'
import { nameLinks } from '@heliograph/engine'

/** How a link is, as the admin port tells it and `heliograph links` shows it. Dates are ISO 8601 on the wire. */
export interface LinkReport {
  /** `<instance>/<name>`. */
  readonly link: string
  readonly state: LinkStatus['state']
  /** The last trouble, for an operator; null when there is none. */
  readonly detail: string | null
  /** Parts that may be outstanding at once, and how many are. */
  readonly window: number
  readonly outstanding: number
  /** 0 for no limit. */
  readonly partsPerSecond: number
  /** Times the network said "too fast" since the start. */
  readonly throttles: number
  readonly binds: LinkStatus['binds']
}

/** The links of this node. */
export function reportLinks(carriers: ReadonlyMap<string, Carrier>): readonly LinkReport[] {
  return nameLinks(carriers).map(({ id, link }) => reportLink(id, link))
}

function reportLink(id: string, link: CarrierLink): LinkReport {
  const { window, partsPerSecond } = link
  const { state, detail, binds, throttles } = link.status?.() ?? bareStatus(link)
  const outstanding = binds.reduce((sum, bind) => sum + bind.outstanding, 0)
  return { link: id, state, detail, window, outstanding, partsPerSecond, throttles, binds }
}

/** All that is known of a link that does not tell more. */
function bareStatus(link: CarrierLink): LinkStatus {
  return { state: link.isUp() ? 'up' : 'down', detail: null, binds: [], throttles: 0 }
}
