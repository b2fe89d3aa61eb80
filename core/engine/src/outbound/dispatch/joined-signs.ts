import type { LinkFigures, LinkStatus } from '@heliograph/contracts'
import type { LinkSign } from './link-reports.ts'

/** A link as a node that uses it reports it. */
export interface NodeSign extends LinkSign {
  /** Name of the node. */
  readonly node: string
}

/** The state of a link that several nodes share is the first of these that it is in at some node. */
const STATES: readonly LinkStatus['state'][] = ['up', 'paused', 'refused', 'connecting', 'down', 'standby']

/** A link as all nodes report it that have a share of it; undefined: none has. Pure. */
export function joinSigns(signs: readonly NodeSign[]): NodeSign | undefined {
  const [first] = signs
  if (first === undefined || signs.length === 1) return first
  const details = signs.filter(({ detail }) => detail !== null).map(({ node, detail }) => `${node}: ${detail}`)
  return {
    link: first.link,
    node: signs.map(({ node }) => node).join(', '),
    state: STATES.find((state) => signs.some((sign) => sign.state === state)) ?? first.state,
    detail: details.length === 0 ? null : details.join('; '),
    figures: signs.map(({ figures }) => figures).reduce(addFigures),
    routes: first.routes,
  }
}

function addFigures(a: LinkFigures, b: LinkFigures): LinkFigures {
  return {
    window: a.window + b.window,
    outstanding: a.outstanding + b.outstanding,
    partsPerSecond: a.partsPerSecond + b.partsPerSecond,
    throttles: a.throttles + b.throttles,
    binds: { bound: a.binds.bound + b.binds.bound, all: a.binds.all + b.binds.all },
    receipts: {
      matched: a.receipts.matched + b.receipts.matched,
      unmatched: a.receipts.unmatched + b.receipts.unmatched,
    },
  }
}
