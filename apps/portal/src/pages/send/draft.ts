import type { Schemas } from '../../api/client.ts'
import { type MomentText, NO_MOMENT } from '../../moments/moment-text.ts'
import type { DeliveryWindow } from './delivery-window.ts'
import type { SpeedLimit } from './speed-limit.ts'

export type Priority = NonNullable<Schemas['SendRequest']['priority']>

/** A message that is being written. */
export interface Draft {
  /** As it was typed or pasted. */
  readonly recipients: string
  readonly groupIds: readonly string[]
  readonly text: string
  /** Empty: the default channel. */
  readonly from: string
  /** Nothing: at once. */
  readonly sendAt: MomentText
  /** Null: at any time. */
  readonly deliveryWindow: DeliveryWindow | null
  /** Null: as fast as possible. */
  readonly speedLimit: SpeedLimit | null
  readonly flash: boolean
  readonly priority: Priority
  readonly reference: string
}

export const EMPTY_DRAFT: Draft = {
  recipients: '',
  groupIds: [],
  text: '',
  from: '',
  sendAt: NO_MOMENT,
  deliveryWindow: null,
  speedLimit: null,
  flash: false,
  priority: 'LOW',
  reference: '',
}

/** The numbers in a field, whatever separates them; blanks within a number stay. */
export function splitNumbers(text: string): string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((number) => number.trim())
    .filter((number) => number !== '')
}

/** The recipients, as the API takes them. */
function namedRecipients({ recipients, groupIds }: Pick<Draft, 'recipients' | 'groupIds'>) {
  return { recipients: splitNumbers(recipients), groupIds: groupIds.map(Number) }
}

/** What a preview of the draft is asked for. */
export function previewRequest({ text, from, sendAt, priority, ...named }: Previewed) {
  return {
    text,
    priority,
    ...namedRecipients(named),
    ...(from !== '' && { from }),
    ...(sendAt.at !== null && { sendAt: sendAt.at }),
  }
}

/** What a preview depends on. */
export type Previewed = Pick<Draft, 'text' | 'from' | 'recipients' | 'groupIds' | 'sendAt' | 'priority'>

/** Most recipients of a text that goes out without a question. */
const MOST_UNASKED = 50

/** How a draft goes out: at once, after a question, or as an upload, which shows each message first. */
export function wayOf(preview: Schemas['SendPreview']): 'at-once' | 'after-question' | 'as-upload' {
  const { isUpload, isPersonal, recipients } = preview
  const isMany = recipients > MOST_UNASKED
  if (isUpload || (isPersonal && isMany)) return 'as-upload'
  return isMany ? 'after-question' : 'at-once'
}

/** The draft as an upload; time and delivery hours are chosen once it has been checked. */
export function groupUpload(draft: Draft, name: string): Schemas['GroupUpload'] {
  const { text, from, flash, speedLimit } = draft
  return {
    ...namedRecipients(draft),
    name,
    text,
    flash,
    ...(from !== '' && { from }),
    ...(speedLimit !== null && { speedLimit }),
  }
}

/** The request that sends a draft. The same id again sends nothing twice. */
export function sendRequest(draft: Draft, requestId: string): Schemas['SendRequest'] {
  const { text, from, sendAt, deliveryWindow, speedLimit, flash, priority, reference } = draft
  return {
    ...namedRecipients(draft),
    text,
    flash,
    priority,
    requestId,
    ...(from !== '' && { from }),
    ...(sendAt.at !== null && { sendAt: sendAt.at }),
    ...(deliveryWindow !== null && { deliveryWindow }),
    ...(speedLimit !== null && { speedLimit }),
    ...(reference.trim() !== '' && { reference: reference.trim() }),
  }
}
