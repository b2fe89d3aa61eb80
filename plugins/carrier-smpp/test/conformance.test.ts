import { after } from 'node:test'
import { statusName } from '@heliograph/smpp'
import {
  type CarrierCase,
  code,
  renderTable,
  runCarrierConformance,
  SMSC_FATES,
  smscNetwork,
  startFakeSmsc,
} from '@heliograph/testkit'
import carrierSmpp from '../src/index.ts'
import { STATUS_MEANINGS } from '../src/statuses.ts'

const STATUSES_TABLE = renderTable(
  ['command_status', 'Name', 'Means'],
  [...STATUS_MEANINGS].map(([status, { means }]) => [
    code(`0x${status.toString(16).padStart(2, '0')}`),
    statusName(status),
    means,
  ]),
)

const CASES: readonly CarrierCase[] = [
  ['an ordinary recipient', '27831234567', [{ kind: 'accepted' }]],
  ['904 is refused', '27831234904', [{ kind: 'refused', fault: 'destination', status: 'ESME_RINVDSTADR' }]],
  ['905 is throttled', '27831234905', [{ kind: 'throttled', status: 'ESME_RTHROTTLED' }]],
  ['907 is accepted', '27831234907', [{ kind: 'accepted' }]],
  ['908 is for later', '27831234908', [{ kind: 'try-later', status: 'ESME_RMSGQFUL' }]],
  ['909 has an unknown outcome', '27831234909', [{ kind: 'unknown' }]],
  ['910 has an unknown outcome', '27831234910', [{ kind: 'unknown' }]],
].map(([name, to, outcomes]) => ({ name, message: { to }, outcomes }) as CarrierCase)

const VARIANTS = [
  { responseTimeoutMs: 5_000 },
  { binds: 2, nodes: 2, rate: 500, responseTimeoutMs: 5_000 },
  {
    bind: 'transmitter-receiver',
    binds: 2,
    window: 3,
    rate: 500,
    longMessages: 'sar',
    receipts: 'last',
    idFormat: 'string',
    responseTimeoutMs: 5_000,
  },
]

for (const variant of VARIANTS) {
  const smsc = await startFakeSmsc({ password: 'Kd83mQzz', behaviour: { bySuffix: SMSC_FATES } })
  after(() => smsc.stop())
  runCarrierConformance(carrierSmpp, {
    packageRoot: new URL('..', import.meta.url),
    config: {
      links: {
        main: { hosts: [`127.0.0.1:${smsc.port}`], systemId: 'gateway', password: 'Kd83mQzz', ...variant },
      },
    },
    goodRecipient: '27831234567',
    receipts: true,
    network: smscNetwork(smsc),
    cases: CASES,
    documentation: { statuses: STATUSES_TABLE },
  })
}
