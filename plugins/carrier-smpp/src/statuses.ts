import { assertNever, type PartOutcome } from '@heliograph/contracts'
import { STATUS, statusName } from '@heliograph/smpp'
import type { LinkConfig } from './config.ts'
import type { StatusClass } from './message-config.ts'

/** The meaning of a command_status in a submit_sm_resp. */
export interface StatusMeaning {
  readonly means: StatusClass
  /** Id in the error registry. */
  readonly errorId?: number
}

/**
 * The meaning of the answers to a submit_sm (SMPP 3.4 section 5.1.3). Statuses that complain about how a link writes
 * its PDUs are a fault of that link, since another link may be configured better.
 */
export const STATUS_MEANINGS: ReadonlyMap<number, StatusMeaning> = new Map<number, StatusMeaning>([
  [STATUS.RINVMSGLEN, { means: 'message', errorId: 355 }],
  [STATUS.RINVCMDLEN, { means: 'link' }],
  [STATUS.RINVCMDID, { means: 'link' }],
  [STATUS.RINVBNDSTS, { means: 'link' }],
  [STATUS.RALYBND, { means: 'link' }],
  [STATUS.RINVPRTFLG, { means: 'link' }],
  [STATUS.RINVREGDLVFLG, { means: 'link' }],
  [STATUS.RSYSERR, { means: 'try-later' }],
  [STATUS.RINVSRCADR, { means: 'route', errorId: 368 }],
  [STATUS.RINVDSTADR, { means: 'destination', errorId: 351 }],
  [STATUS.RINVMSGID, { means: 'message' }],
  [STATUS.RBINDFAIL, { means: 'link' }],
  [STATUS.RINVPASWD, { means: 'link' }],
  [STATUS.RINVSYSID, { means: 'link' }],
  [STATUS.RMSGQFUL, { means: 'try-later' }],
  [STATUS.RINVSERTYP, { means: 'link' }],
  [STATUS.RINVNUMDESTS, { means: 'link' }],
  [STATUS.RINVDLNAME, { means: 'link' }],
  [STATUS.RINVDESTFLAG, { means: 'link' }],
  [STATUS.RINVSUBREP, { means: 'link' }],
  [STATUS.RINVESMCLASS, { means: 'link' }],
  [STATUS.RCNTSUBDL, { means: 'link' }],
  [STATUS.RSUBMITFAIL, { means: 'route', errorId: 632 }],
  [STATUS.RINVSRCTON, { means: 'link' }],
  [STATUS.RINVSRCNPI, { means: 'link' }],
  [STATUS.RINVDSTTON, { means: 'link' }],
  [STATUS.RINVDSTNPI, { means: 'link' }],
  [STATUS.RINVSYSTYP, { means: 'link' }],
  [STATUS.RINVREPFLAG, { means: 'link' }],
  [STATUS.RINVNUMMSGS, { means: 'link' }],
  [STATUS.RTHROTTLED, { means: 'throttled' }],
  [STATUS.RINVSCHED, { means: 'link' }],
  [STATUS.RINVEXPIRY, { means: 'link' }],
  [STATUS.RINVDFTMSGID, { means: 'link' }],
  [STATUS.RX_T_APPN, { means: 'try-later' }],
  [STATUS.RX_P_APPN, { means: 'message' }],
  [STATUS.RX_R_APPN, { means: 'message' }],
  [STATUS.RINVOPTPARSTREAM, { means: 'link' }],
  [STATUS.ROPTPARNOTALLWD, { means: 'link' }],
  [STATUS.RINVPARLEN, { means: 'link' }],
  [STATUS.RMISSINGOPTPARAM, { means: 'link' }],
  [STATUS.RINVOPTPARAMVAL, { means: 'link' }],
  [STATUS.RDELIVERYFAILURE, { means: 'destination', errorId: 810 }],
  [STATUS.RUNKNOWNERR, { means: 'route' }],
])

/** Reads the command_status, other than 0, of an answer to submit_sm. */
export type ReadStatus = (commandStatus: number) => PartOutcome

/** The table above with the overrides of a link. */
export function createStatusReader({
  statuses,
  otherStatuses,
}: Pick<LinkConfig, 'statuses' | 'otherStatuses'>): ReadStatus {
  const overrides = new Map(Object.entries(statuses).map(([status, means]) => [Number(status), means]))
  return (commandStatus) => {
    const known = STATUS_MEANINGS.get(commandStatus)
    const means = overrides.get(commandStatus) ?? known?.means ?? otherStatuses
    return outcomeOf(means, statusName(commandStatus), known?.errorId)
  }
}

function outcomeOf(means: StatusClass, status: string, errorId: number | undefined): PartOutcome {
  switch (means) {
    case 'throttled':
      return { kind: 'throttled', status }
    case 'try-later':
      return { kind: 'try-later', status }
    case 'message':
    case 'destination':
    case 'route':
    case 'link':
      return { kind: 'refused', fault: means, status, ...(errorId === undefined ? {} : { errorId }) }
    default:
      return assertNever(means)
  }
}
