import type { Metrics, PartOutcome } from '@heliograph/contracts'

/** The result of a delivery from the SMSC. */
export type DeliveryResult =
  | 'receipt'
  | 'incoming'
  /** Acknowledged, but unusable. */
  | 'malformed'
  /** The gateway could not take it; the SMSC will send it again. */
  | 'refused'

/** The counters of one link. */
export interface LinkMetrics {
  submitted(outcome: PartOutcome['kind']): void
  delivered(result: DeliveryResult): void
  bound(result: 'bound' | 'refused' | 'failed' | 'lost'): void
  /** Counts a submit response that arrived after its time-out. */
  late(): void
}

/** The counters of all links of a carrier; `rateOf` is called at each scrape. */
export function createLinkMetrics(metrics: Metrics): (link: string, rateOf: () => number) => LinkMetrics {
  const submits = metrics.counter('smpp_link_submits', 'Parts handed to the SMSC, by outcome', ['link', 'outcome'])
  const deliveries = metrics.counter('smpp_link_deliveries', 'deliver_sm and data_sm of the SMSC', ['link', 'result'])
  const binds = metrics.counter('smpp_link_binds', 'Attempts to bind, and binds lost', ['link', 'result'])
  const late = metrics.counter('smpp_link_late_responses', 'Answers to submit_sm that came too late', ['link'])
  const rate = metrics.gauge('smpp_link_rate', 'Parts a second the link may send now, 0 for no limit', ['link'])
  return (link, rateOf) => {
    rate.collect(rateOf, { link })
    return {
      submitted: (outcome) => submits.add(1, { link, outcome }),
      delivered: (result) => deliveries.add(1, { link, result }),
      bound: (result) => binds.add(1, { link, result }),
      late: () => late.add(1, { link }),
    }
  }
}
