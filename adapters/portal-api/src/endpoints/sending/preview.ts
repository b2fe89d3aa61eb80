import { type Principal, ROLES } from '@heliograph/contracts'
import { findBeyondGsm, measureText, replaceBeyondGsm, Turn } from '@heliograph/messaging'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { moneySchema, nullable } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'
import { multiplyAmount } from './money.ts'
import { fromField, readRecipients, recipientFields } from './recipients.ts'

/** Most numbers that are listed; the others are only counted. */
const MOST_TOLD = 20

const previewSchema = Type.Object(
  {
    text: Type.String({ description: 'As it will arrive, with links as for the longest number.' }),
    encoding: Type.Enum(['gsm', 'ucs2'], { description: 'How it travels.' }),
    units: Type.Integer({ description: 'Septets, or UTF-16 code units.' }),
    parts: Type.Integer({ description: 'SMS that one recipient needs.' }),
    capacity: Type.Integer({ description: 'Units that fit a part.' }),
    remaining: Type.Integer({ description: 'Units that are left in the last part.' }),
    beyondGsm: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'Where it begins in the text that was sent, in UTF-16 code units.' }),
        length: Type.Integer(),
        character: Type.String(),
        replacement: nullable(Type.String(), 'What says the same in GSM; null: nothing does.'),
      }),
      { description: 'Characters that GSM lacks, which make the whole text travel as UCS-2.' },
    ),
    replaced: Type.String({ description: 'The text that was sent with everything replaced that can be.' }),
    replacedParts: Type.Integer({ description: 'SMS that one recipient needs of that.' }),
    recipients: Type.Integer({ description: 'How many get it: opted-out ones are not among them.' }),
    bad: Type.Array(Type.String(), { description: `What is no number; at most ${MOST_TOLD} are told.` }),
    badCount: Type.Integer(),
    optedOut: Type.Array(Type.String(), { description: `Those who opted out; at most ${MOST_TOLD} are told.` }),
    optedOutCount: Type.Integer(),
    repeated: Type.Integer({ description: 'How often a number came again.' }),
    isUpload: Type.Boolean({
      description: 'More than 10,000: they go as an upload of groups, which counts them all. Here are the first ones.',
    }),
    price: moneySchema,
    sender: nullable(Type.String(), 'What recipients see; null: no channel is enabled.'),
  },
  { title: 'SendPreview' },
)

const previewSend = defineEndpoint({
  method: 'POST',
  path: '/send/preview',
  id: 'previewSend',
  summary: 'What a text would need and cost, and who would get it: nothing is sent',
  roles: ROLES,
  body: Type.Object(
    { text: Type.String({ maxLength: 50_000 }), ...recipientFields, from: fromField },
    { additionalProperties: false },
  ),
  answer: previewSchema,
  async handle({ services }, { principal, body: { text: given, from, ...named } }) {
    const [text, sender, { numbers, bad, repeated, isMore: isUpload }] = await Promise.all([
      services.channels.sampleOf(principal, given, from),
      senderFor(services, principal, from),
      readRecipients(services, principal, named),
    ])
    const optedOut = [...(await services.subscriptions.optedOut(principal.clientId, numbers))]
    const turn = new Turn()
    const measure = measureText(text)
    const replaced = replaceBeyondGsm(given)
    if (turn.isOver) await turn.giveWay()
    const beyondGsm = [...findBeyondGsm(given)]
    if (turn.isOver) await turn.giveWay()
    const recipients = numbers.length - optedOut.length
    return {
      ...{ text, ...measure, replaced, recipients, repeated, isUpload },
      beyondGsm,
      replacedParts: measureText(await services.channels.sampleOf(principal, replaced, from)).parts,
      ...{ bad: bad.slice(0, MOST_TOLD), badCount: bad.length },
      ...{ optedOut: optedOut.slice(0, MOST_TOLD), optedOutCount: optedOut.length },
      price: await priceOf(services, principal, measure.parts * recipients),
      sender,
    }
  },
})

/** Chooses the sender as sending does: with a `from` that is not a channel of the client, the default. */
async function senderFor({ channels }: Pick<PortalServices, 'channels'>, principal: Principal, from?: string) {
  const senders = await channels.sendersOf(principal)
  const address = from?.replace(/^\+/, '')
  const named = senders.find((sender) => sender.address === address || sender.shownAs === address)
  return (named ?? senders.find(({ isDefault }) => isDefault))?.shownAs ?? null
}

async function priceOf({ accounts }: Pick<PortalServices, 'accounts'>, principal: Principal, parts: number) {
  const clients = await accounts.clients(principal)
  const client = clients.find(({ clientId }) => clientId === principal.clientId)
  return { amount: multiplyAmount(client?.price ?? '0', parts), currency: principal.currency }
}

/** Previews of what a text would need and cost. */
export const previewEndpoints = [previewSend]
