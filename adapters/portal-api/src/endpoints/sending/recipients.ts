import { GatewayError, type Principal } from '@heliograph/contracts'
import { normaliseNumber, TimeSlice } from '@heliograph/messaging'
import { Type } from 'typebox'
import type { PortalServices } from '../../services.ts'

/** Most recipients of one request; more are sent as an upload. */
const MOST_RECIPIENTS = 10_000

/** Contacts read at once. */
const CONTACTS_PER_PAGE = 1_000

/** The recipients of a text, as a request names them. */
export const recipientFields = {
  recipients: Type.Optional(
    Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: MOST_RECIPIENTS,
      description: 'Numbers in local or international format.',
    }),
  ),
  groupIds: Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: 100,
      description: 'Ids of contact groups. A contact in several groups counts once.',
    }),
  ),
}

export const fromField = Type.Optional(
  Type.String({ maxLength: 20, description: 'Address of the channel to send from. Defaults to your default channel.' }),
)

export interface NamedRecipients {
  readonly recipients?: readonly string[] | undefined
  readonly groupIds?: readonly number[] | undefined
}

/** Recipients that were read and looked up. */
export interface Recipients {
  /** E.164 digits, each once, in order; includes opted-out numbers. */
  readonly numbers: readonly string[]
  /** Entries that are not numbers, as they were written. */
  readonly bad: readonly string[]
  /** How many numbers were repetitions. */
  readonly repeated: number
  /** There are more recipients than one request may have; `numbers` has the first ones. */
  readonly isMore: boolean
}

/** Reads the recipients, up to the limit of one request. Throws what `Contacts.find` throws. */
export async function readRecipients(
  { contacts }: Pick<PortalServices, 'contacts'>,
  principal: Principal,
  { recipients = [], groupIds = [] }: NamedRecipients,
): Promise<Recipients> {
  const numbers = new Set<string>()
  const bad: string[] = []
  let repeated = 0
  let isMore = false
  const add = (number: string) => {
    if (numbers.has(number)) repeated += 1
    else if (numbers.size < MOST_RECIPIENTS) numbers.add(number)
    else isMore = true
  }
  const slice = new TimeSlice()
  for (const written of recipients) {
    if (slice.isOver) await slice.rest()
    const number = normaliseNumber(written.trim(), 'local', principal.country)
    if (number === undefined) bad.push(written)
    else add(number)
  }
  for (const groupId of new Set(groupIds)) {
    let after: string | undefined
    do {
      const page = await contacts.find(principal, { groupId, limit: CONTACTS_PER_PAGE, after })
      for (const { mobile } of page.records) add(mobile)
      after = page.next
    } while (after !== undefined && !isMore)
  }
  return { numbers: [...numbers], bad, repeated, isMore }
}

export function tooManyRecipients(): GatewayError {
  const text = `At most ${MOST_RECIPIENTS} recipients at once: send longer lists as an upload`
  return new GatewayError('invalid', 'too-many-recipients', text, { details: { recipients: text } })
}
