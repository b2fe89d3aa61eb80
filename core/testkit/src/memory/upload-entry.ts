import type {
  DeliveryWindow,
  SpeedLimit,
  UploadCells,
  UploadPlan,
  UploadProblem,
  UploadState,
} from '@heliograph/contracts'

/** An upload of the double. */
export interface Upload {
  readonly uploadId: number
  readonly clientId: number
  readonly currency: string
  name: string
  readonly userId: number
  readonly octets: number
  readonly bulkId: string
  readonly createdAt: Date
  readonly rows: UploadCells[]
  rowCount: number
  readonly problems: Map<number, UploadProblem>
  readonly numbers: Set<string>
  state: UploadState
  pausedBecause: string | null
  received: number
  separator: string
  plan: UploadPlan | null
  checked: number
  messages: number
  parts: number
  /** Index of the next row to submit. */
  next: number
  submitted: number
  accepted: number
  sendAt: Date | null
  deliveryWindow: DeliveryWindow | null
  speedLimit: SpeedLimit | null
  startedAt: Date | null
  endedAt: Date | null
}

export function newUpload(
  given: Pick<Upload, 'name' | 'octets' | 'clientId' | 'userId' | 'currency'>,
  uploadId: number,
  bulkId: string,
  createdAt: Date,
): Upload {
  return {
    ...given,
    uploadId,
    bulkId,
    createdAt,
    rows: [],
    rowCount: 0,
    problems: new Map(),
    numbers: new Set(),
    state: 'receiving',
    pausedBecause: null,
    received: 0,
    separator: '',
    plan: null,
    checked: 0,
    messages: 0,
    parts: 0,
    next: 0,
    submitted: 0,
    accepted: 0,
    sendAt: null,
    deliveryWindow: null,
    speedLimit: null,
    startedAt: null,
    endedAt: null,
  }
}

/** What rows take as JSON. */
export function octetsOf(rows: readonly UploadCells[]): number {
  return rows.reduce((sum, cells) => sum + Buffer.byteLength(JSON.stringify(cells)) + 1, 0)
}
