import type { Schemas } from '../../api/client.ts'
import { toMoment } from '../../components/MomentInput.tsx'

export type Priority = NonNullable<Schemas['SendRequest']['priority']>

/** A message that is being written. */
export interface Draft {
  /** As it was typed or pasted. */
  readonly recipients: string
  readonly groupIds: readonly string[]
  readonly text: string
  /** Empty: the default channel. */
  readonly from: string
  /** Local time without a zone, `2030-01-31 08:15:00`; null: at once. */
  readonly sendAt: string | null
  readonly flash: boolean
  readonly priority: Priority
  readonly reference: string
}

export const EMPTY_DRAFT: Draft = {
  recipients: '',
  groupIds: [],
  text: '',
  from: '',
  sendAt: null,
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
export function namedRecipients({ recipients, groupIds }: Pick<Draft, 'recipients' | 'groupIds'>) {
  return { recipients: splitNumbers(recipients), groupIds: groupIds.map(Number) }
}

/** The draft as an upload; the time is chosen once it has been checked. */
export function groupUpload(draft: Draft, name: string): Schemas['GroupUpload'] {
  const { text, from, flash } = draft
  return { ...namedRecipients(draft), ...{ name, text, flash }, ...(from !== '' && { from }) }
}

/** The request that sends a draft. The same id again sends nothing twice. */
export function sendRequest(draft: Draft, requestId: string): Schemas['SendRequest'] {
  const { text, from, sendAt, flash, priority, reference } = draft
  return {
    ...namedRecipients(draft),
    ...{ text, flash, priority, requestId },
    ...(from !== '' && { from }),
    ...(sendAt !== null && { sendAt: toMoment(sendAt) }),
    ...(reference.trim() !== '' && { reference: reference.trim() }),
  }
}
