import type { Metrics } from '@heliograph/contracts'
import { Tallies, type Tally } from '../../tallies.ts'
import type { PreparedRequest } from './prepare.ts'
import type { StoreResult } from './store-messages.ts'
import type { Template } from './template.ts'

/** Counts accepted messages by interface and route, once they are committed. */
export class AcceptCounts {
  readonly #accepted: Tallies

  constructor(metrics: Metrics) {
    const labels = ['interface', 'route'] as const
    const help = 'Messages that were accepted, by the interface they came by and the route they take'
    this.#accepted = new Tallies(metrics.counter('messages_accepted', help, labels), labels)
  }

  /** Takes what was to be stored in one commit, and what became of it. */
  stored(requests: readonly PreparedRequest[], result: StoreResult): void {
    const { held } = result
    const refused = refusedOf(result)
    let template: Template | undefined
    let tally: Tally | undefined
    for (const { clientId, rows } of requests) {
      if (held.length > 0 && held.includes(clientId)) continue
      for (const row of rows) {
        if (refused?.has(row.smsId)) continue
        if (tally === undefined || row.template !== template) {
          template = row.template
          tally = this.#accepted.of(template.origin, template.route)
        }
        tally.count += 1
      }
    }
  }
}

/** Nearly always nothing was refused. */
function refusedOf({ optedOut, duplicates, overtaken, unpaid }: StoreResult): ReadonlySet<number> | undefined {
  if (optedOut.length + duplicates.length + overtaken.length + unpaid.length === 0) return undefined
  return new Set([...optedOut, ...duplicates, ...overtaken, ...unpaid])
}
