import { type CarrierCase, renderTable, runCarrierConformance } from '@heliograph/testkit'
import { FATES, ORDINARY_FATE } from '../src/fates.ts'
import simulator from '../src/index.ts'

const CASES: readonly CarrierCase[] = [
  ['an ordinary recipient', '27831234567', [{ kind: 'accepted' }]],
  ['904 is refused', '27831234904', [{ kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR' }]],
  ['905 is throttled', '27831234905', [{ kind: 'throttled', status: 'ESME_RTHROTTLED' }]],
  ['907 is accepted', '27831234907', [{ kind: 'accepted' }]],
  ['908 is for later', '27831234908', [{ kind: 'try-later', status: 'ESME_RMSGQFUL' }]],
  ['909 has an unknown outcome', '27831234909', [{ kind: 'unknown' }]],
  ['910 has an unknown outcome', '27831234910', [{ kind: 'unknown' }]],
  ['911 has an unknown outcome at first', '27831234911', [{ kind: 'unknown' }]],
].map(([name, to, outcomes]) => ({ name, message: { to }, outcomes }) as CarrierCase)

const FATES_TABLE = renderTable(
  ['Recipient ends in', 'What happens'],
  [
    ...[...FATES].map(([suffix, { description }]) => [suffix, description]),
    ['anything else', ORDINARY_FATE.description],
  ],
)

for (const config of [{}, { links: 2, window: 10, submitDelayMs: 30, receiptDelayMs: 200, receiptParts: 'last' }]) {
  runCarrierConformance(simulator, {
    packageRoot: new URL('..', import.meta.url),
    config,
    goodRecipient: '27831234567',
    lateRecipient: '27831234911',
    receipts: true,
    cases: CASES,
    documentation: { fates: FATES_TABLE },
  })
}
