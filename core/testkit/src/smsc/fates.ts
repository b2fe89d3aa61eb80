import { STATUS } from '@heliograph/smpp'
import type { SubmitBehaviour } from './behaviour.ts'

/** Behaviours by the last three digits of the recipient: the simulator's table, over SMPP. @stability stable */
export const SMSC_FATES: Readonly<Record<string, SubmitBehaviour>> = {
  901: { receipt: { stat: 'UNDELIV', error: '027' } },
  902: { receipt: { stat: 'EXPIRED' } },
  903: { receipt: { stat: 'REJECTD' } },
  904: { status: STATUS.RINVDSTADR },
  905: { status: STATUS.RTHROTTLED, forFirst: 3 },
  906: { receipt: false },
  907: { receipt: { before: true } },
  908: { status: STATUS.RMSGQFUL, forFirst: 2 },
  909: { noResponse: true },
  910: { drop: 'before', forFirst: 1 },
  911: { delayMs: 70_000 },
}
