import type { DeliveryWindow, SpeedLimit } from '@heliograph/contracts'
import type { NotServedLog } from '../not-served.ts'
import type { Version } from '../operation.ts'
import type { Content } from './content.ts'

/** A checked destination of a request. */
export interface WireDestination {
  readonly to: string
  readonly messageId: string | undefined
}

/** Labels of a client's own that receipts repeat. */
export interface Labels {
  readonly applicationId: string | undefined
  readonly entityId: string | undefined
  readonly campaignReferenceId: string | undefined
}

/** Which reports of a message are sent, and where. */
export interface WireReporting {
  readonly url: string | undefined
  readonly isXml: boolean
  readonly intermediate: boolean
  /** False: no report is sent at all. */
  readonly wanted: boolean
}

/** A checked message of a request, whatever its version. */
export interface WireMessage {
  readonly sender: string | undefined
  readonly destinations: readonly WireDestination[]
  readonly content: Content
  readonly flash: boolean | undefined
  readonly validitySeconds: number | undefined
  readonly sendAt: Date | undefined
  readonly deliveryWindow: DeliveryWindow | undefined
  readonly callbackData: string | undefined
  readonly reporting: WireReporting
  readonly labels: Labels
}

/** A checked request to send. */
export interface WireSend {
  readonly version: Version
  readonly bulkId: string | undefined
  readonly speedLimit: SpeedLimit | undefined
  readonly messages: readonly WireMessage[]
  /** Whether the answer says how many parts each message has. */
  readonly countsParts: boolean
}

/** What reading a request depends on besides its body. */
export interface ReadContext {
  readonly nowMs: number
  readonly notServed: NotServedLog
}
