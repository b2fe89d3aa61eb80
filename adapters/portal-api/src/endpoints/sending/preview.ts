import { PRIORITIES, type Principal, type Priority, ROLES } from '@heliograph/contracts'
import {
  createQuietCheck,
  findBeyondGsm,
  measureText,
  readPersonalText,
  replaceBeyondGsm,
  TimeSlice,
} from '@heliograph/messaging'
import { type Static, Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { moneySchema, nullable, timeSchema } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'
import { multiplyAmount } from './money.ts'
import { type PersonalMessage, personalMessages } from './personal-messages.ts'
import { fromField, readRecipients, recipientFields } from './recipients.ts'

/** Most numbers that are listed; the others are only counted. */
const MOST_LISTED = 20

/** Most messages that are shown. */
const MOST_SHOWN = 10

const sampleSchema = Type.Object(
  {
    to: Type.String({ description: 'Recipient in E.164 digits.' }),
    name: Type.String({ description: 'Name of the contact. Empty if not known.' }),
    text: Type.String({ description: 'Text as it will arrive. Links are as long as the longest number needs.' }),
    filled: Type.String({ description: 'Text with its placeholders filled in and links as written.' }),
    parts: Type.Integer(),
    isMissing: Type.Boolean({ description: 'Whether the contact lacks a value that the text needs.' }),
  },
  { title: 'SendSample' },
)

const sendAt = Type.Optional(timeSchema('When to send. If omitted or past, at once.'))

const priorityField = Type.Optional(
  Type.Enum(['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK'], { description: 'As for `/send`. Defaults to `LOW`.' }),
)

const previewSchema = Type.Object(
  {
    text: Type.String({
      description:
        'Text as it will arrive; if it differs by recipient, the longest. Links are as long as the longest number needs.',
    }),
    encoding: Type.Enum(['gsm', 'ucs2'], { description: 'Encoding of the SMS.' }),
    units: Type.Integer({ description: 'Length in septets (`gsm`) or UTF-16 code units (`ucs2`).' }),
    parts: Type.Integer({ description: 'SMS parts for each recipient.' }),
    capacity: Type.Integer({ description: 'Units that fit in one part.' }),
    remaining: Type.Integer({ description: 'Units left in the last part.' }),
    beyondGsm: Type.Array(
      Type.Object({
        at: Type.Integer({ description: 'Start in the submitted text, in UTF-16 code units.' }),
        length: Type.Integer(),
        character: Type.String(),
        replacement: nullable(Type.String(), 'GSM character with the same meaning. Null if there is none.'),
      }),
      { description: 'Characters outside the GSM alphabet, which cause the whole text to be sent as UCS-2.' },
    ),
    replaced: Type.String({ description: 'Submitted text with every such character replaced where possible.' }),
    replacedParts: Type.Integer({ description: 'SMS parts of the replaced text for each recipient.' }),
    recipients: Type.Integer({ description: 'Number of recipients, without opted-out ones.' }),
    bad: Type.Array(Type.String(), { description: `Invalid numbers, at most ${MOST_LISTED}.` }),
    badCount: Type.Integer(),
    optedOut: Type.Array(Type.String(), { description: `Opted-out numbers, at most ${MOST_LISTED}.` }),
    optedOutCount: Type.Integer(),
    repeated: Type.Integer({ description: 'Number of duplicates left out.' }),
    isUpload: Type.Boolean({
      description:
        'Whether there are more than 10,000 recipients: they are sent as an upload, which counts them all. This preview is of the first ones.',
    }),
    price: moneySchema,
    balance: nullable(moneySchema, 'Remaining credit. Null if there is no limit.'),
    isPersonal: Type.Boolean({ description: 'Whether the text differs by recipient.' }),
    unknown: Type.Array(Type.String(), { description: 'Unknown placeholders. A text with any cannot be sent.' }),
    samples: Type.Array(sampleSchema, { description: `Messages to the first recipients, at most ${MOST_SHOWN}.` }),
    missing: Type.Array(Type.String(), {
      description: `Recipients that lack a value that the text needs, at most ${MOST_LISTED}.`,
    }),
    missingCount: Type.Integer(),
    held: nullable(
      Type.Object({
        messages: Type.Integer(),
        at: Type.String({ description: 'When these are sent, in the local time of the recipients: `08:00`.' }),
      }),
      'Messages that wait until quiet hours end. Null if there are none.',
    ),
    sender: nullable(Type.String(), 'Sender as recipients see it. Null if no channel is enabled.'),
  },
  { title: 'SendPreview' },
)

const previewSend = defineEndpoint({
  method: 'POST',
  path: '/send/preview',
  id: 'previewSend',
  summary: 'Preview recipients, parts and price of a text. Nothing is sent',
  roles: ROLES,
  body: Type.Object(
    { text: Type.String({ maxLength: 50_000 }), ...recipientFields, from: fromField, sendAt, priority: priorityField },
    { additionalProperties: false },
  ),
  answer: previewSchema,
  async handle(
    { services, clock },
    { principal, body: { text: given, from, sendAt: at, priority = 'LOW', ...named }, request },
  ) {
    const [personal, sender, { numbers, bad, repeated, isMore: isUpload }, client] = await Promise.all([
      readPersonalText(given, () => services.contacts.fieldNames(principal, request)),
      senderFor(services, principal, from),
      readRecipients(services, principal, named),
      services.accounts.client(principal, principal.clientId),
    ])
    const optedOut = await services.subscriptions.optedOut(principal.clientId, numbers)
    const takers = numbers.filter((number) => !optedOut.has(number))
    const moment = Math.max(clock.now(), at === undefined ? 0 : Date.parse(at))
    const held = await countHeld(services, principal, takers, {
      moment,
      priority: principal.priority ?? PRIORITIES[priority],
    })
    const messages = personalMessages(services, principal, personal, takers)
    const measured = await measureMessages(messages, (text) => services.channels.sampleOf(principal, text, from))
    const text =
      measured.longest ?? (await services.channels.sampleOf(principal, personal.textFor(undefined).text, from))
    const slice = new TimeSlice()
    const measure = measureText(text)
    const replaced = replaceBeyondGsm(given)
    if (slice.isOver) await slice.rest()
    const beyondGsm = [...findBeyondGsm(given)]
    if (slice.isOver) await slice.rest()
    const money = (amount: string) => ({ amount, currency: principal.currency })
    return {
      text,
      ...measure,
      replaced,
      recipients: takers.length,
      repeated,
      isUpload,
      beyondGsm,
      replacedParts: measureText(await services.channels.sampleOf(principal, replaced, from)).parts,
      bad: bad.slice(0, MOST_LISTED),
      badCount: bad.length,
      optedOut: [...optedOut].slice(0, MOST_LISTED),
      optedOutCount: optedOut.size,
      price: money(multiplyAmount(client.price, measured.parts)),
      balance: client.credit === null ? null : money(client.credit),
      isPersonal: personal.isPersonal,
      unknown: [...new Set(personal.unknown)],
      samples: [...measured.samples],
      missing: measured.missing.slice(0, MOST_LISTED),
      missingCount: measured.missing.length,
      held,
      sender,
    }
  },
})

/** Counts the recipients that quiet hours keep waiting at a moment. */
async function countHeld(
  { quietHours }: Pick<PortalServices, 'quietHours'>,
  principal: Principal,
  numbers: readonly string[],
  { moment, priority }: { readonly moment: number; readonly priority: Priority },
): Promise<{ readonly messages: number; readonly at: string } | null> {
  const hours = await quietHours.of(principal)
  if (hours === null) return null
  const check = createQuietCheck(hours)
  if (!check.holds({ origin: 'portal', priority })) return null
  const slice = new TimeSlice()
  let messages = 0
  for (const number of numbers) {
    if (slice.isOver) await slice.rest()
    if (check.endFor(number, moment) !== undefined) messages += 1
  }
  return messages === 0 ? null : { messages, at: hours.to }
}

interface Measured {
  /** The text that needs most parts; undefined: there is no recipient. */
  readonly longest: string | undefined
  /** Of all messages. */
  readonly parts: number
  readonly samples: readonly Static<typeof sampleSchema>[]
  /** The numbers that lack a value. */
  readonly missing: readonly string[]
}

/** Measures what each recipient gets. */
async function measureMessages(
  messages: AsyncIterable<PersonalMessage>,
  sampleOf: (text: string) => Promise<string>,
): Promise<Measured> {
  const samples: Static<typeof sampleSchema>[] = []
  const missing: string[] = []
  let last: { readonly filled: string; readonly text: string; readonly parts: number } | undefined
  let longest = last
  let parts = 0
  const slice = new TimeSlice()
  for await (const { text: filled, ...message } of messages) {
    if (slice.isOver) await slice.rest()
    // Everyone mostly gets the same, which is measured once.
    if (last?.filled !== filled) {
      const text = await sampleOf(filled)
      last = { filled, text, parts: measureText(text).parts }
    }
    if (longest === undefined || last.parts > longest.parts) longest = last
    parts += last.parts
    if (samples.length < MOST_SHOWN) samples.push({ ...message, ...last })
    if (message.isMissing) missing.push(message.to)
  }
  return { longest: longest?.text, parts, samples, missing }
}

/** Chooses the sender as sending does: with a `from` that is not a channel of the client, the default. */
async function senderFor({ channels }: Pick<PortalServices, 'channels'>, principal: Principal, from?: string) {
  const senders = await channels.sendersOf(principal)
  const address = from?.replace(/^\+/, '')
  const named = senders.find((sender) => sender.address === address || sender.shownAs === address)
  return (named ?? senders.find(({ isDefault }) => isDefault))?.shownAs ?? null
}

/** Previews of what a text would need and cost. */
export const previewEndpoints = [previewSend]
