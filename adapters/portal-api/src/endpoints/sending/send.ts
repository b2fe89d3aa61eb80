import {
  GatewayError,
  MESSAGE_STATES,
  PRIORITIES,
  type Principal,
  ROLES,
  type SubmitEntry,
} from '@heliograph/contracts'
import { mapInSlices, readPersonalText, refuseUnknown } from '@heliograph/messaging'
import { Type } from 'typebox'
import { countOf } from '../../count-of.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { futureMoment } from '../../moments.ts'
import { nullable, stateSchema, timeSchema } from '../../schemas.ts'
import { metadataSchema } from '../messages/message-schemas.ts'
import { deliveryWindowSchema, readDeliveryWindow } from './delivery-window.ts'
import { groupByText, personalMessages } from './personal-messages.ts'
import { fromField, readRecipients, recipientFields, tooManyRecipients } from './recipients.ts'
import { speedLimitSchema } from './speed-limit.ts'

/** Most recipients that are listed one by one; the others are only counted. */
const MOST_LISTED = 100

/** Characters of a text that name what has no name. */
const NAME_LENGTH = 60

/** Priorities that users may request; an admin allows a user more by setting the user's own priority. */
const USERS_PRIORITIES = ['LOW', 'BULK'] as const
const ADMINS_PRIORITIES = ['CRITICAL', 'HIGH', 'NORMAL', 'LOW', 'BULK'] as const

const TEXT_DESCRIPTION =
  '`{first_name}`, `{last_name}`, `{name}`, `{number}`, `{email}` and the names of further fields stand for what the contact of a number has; `{first_name|there}` is `there` where it has nothing. `{{` and `}}` are braces.'

const sentSchema = Type.Object(
  {
    bulkId: nullable(Type.String(), 'Id shared by the messages. Null for a single message sent at once.'),
    smsId: nullable(Type.Integer(), 'Id of the message, if there was one recipient and it was accepted.'),
    accepted: Type.Integer(),
    refused: Type.Array(Type.Object({ state: stateSchema, messages: Type.Integer() }), {
      description: 'Number of refused recipients, by reason.',
    }),
    entries: Type.Array(
      Type.Object({ to: Type.String(), smsId: nullable(Type.Integer()), state: stateSchema, parts: Type.Integer() }),
      { description: `Result for each recipient, at most the first ${MOST_LISTED}.` },
    ),
  },
  { title: 'Sent' },
)

const send = defineEndpoint({
  method: 'POST',
  path: '/send',
  id: 'send',
  summary: 'Send a text to numbers and groups',
  roles: ROLES,
  body: Type.Object(
    {
      text: Type.String({ minLength: 1, maxLength: 50_000, description: TEXT_DESCRIPTION }),
      ...recipientFields,
      name: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Name of the upload that several recipients become. Defaults to the start of the text.',
        }),
      ),
      from: fromField,
      sendAt: Type.Optional(timeSchema('When to send; must be in the future. If omitted, at once.')),
      deliveryWindow: Type.Optional(deliveryWindowSchema),
      speedLimit: Type.Optional(speedLimitSchema),
      flash: Type.Optional(
        Type.Boolean({ description: 'Whether to display the message immediately, without the handset storing it.' }),
      ),
      priority: Type.Optional(
        Type.Enum([...ADMINS_PRIORITIES], {
          description:
            'Defaults to `LOW`. The role `user` can choose `LOW` and `BULK`. A priority set for the user overrides this one.',
        }),
      ),
      reference: Type.Optional(Type.String({ maxLength: 200, description: 'Your own reference, for reports.' })),
      metadata: Type.Optional(metadataSchema),
      requestId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Idempotency key of your choice. Repeating a request with the same key sends nothing twice.',
        }),
      ),
    },
    { title: 'SendRequest', additionalProperties: false },
  ),
  answer: sentSchema,
  errors: ['forbidden'],
  act: { action: 'messages-sent', by: 'operator', subject: (_, { accepted }) => countOf(accepted, 'message') },
  async handle({ services, clock }, { principal, body, request }) {
    const { text: given, sendAt, priority = 'LOW', requestId, reference, metadata, flash, from, speedLimit } = body
    if (!mayUse(principal, priority)) throw priorityNotAllowed()
    const personal = await readPersonalText(given, () => services.contacts.fieldNames(principal, request))
    refuseUnknown(personal)
    const at = futureMoment(clock, 'sendAt', sendAt)
    const deliveryWindow = readDeliveryWindow(body.deliveryWindow)
    const common = { flash, from, reference, metadata, sendAt: at, deliveryWindow }
    const { numbers, bad, isMore } = await readRecipients(services, principal, body)
    if (isMore) throw tooManyRecipients()
    if (numbers.length + bad.length === 0) throw noRecipients()
    const texts = await groupByText(personalMessages(services, principal, personal, numbers))
    const destinationOf = (to: string) => ({
      to,
      messageId: requestId === undefined ? undefined : `${requestId}:${to}`,
    })
    const written = []
    for (const [text, to] of texts)
      written.push({ text, destinations: await mapInSlices(to, (number) => destinationOf(`+${number}`)) })
    // Recipients that are no numbers are refused with the text as it was written.
    if (bad.length > 0) written.push({ text: given, destinations: await mapInSlices(bad, destinationOf) })
    const isToMany = numbers.length + bad.length > 1
    const { bulkId = null, entries } = await services.submissions.submit(principal, {
      // The same request again is the same bulk.
      bulkId: isToMany ? requestId : undefined,
      origin: 'portal',
      priority: PRIORITIES[priority],
      numbers: 'local',
      atomic: true,
      requestId: request.requestId,
      speedLimit,
      messages: written.map((each) => ({ ...each, ...common })),
    })
    if (isToMany && bulkId !== null) {
      const bulk = {
        name: body.name ?? given.slice(0, NAME_LENGTH),
        bulkId,
        sendAt: at ?? null,
        speedLimit,
        ...countParts(entries),
      }
      // What has been sent is sent, whether or not it can be noted.
      if (bulk.accepted > 0) await services.uploads.noteBulk(principal, bulk).catch(() => undefined)
    }
    return { bulkId, ...describe(entries) }
  },
})

function countParts(entries: readonly SubmitEntry[]) {
  const accepted = entries.filter(({ smsId }) => smsId !== 0)
  const parts = accepted.reduce((sum, entry) => sum + entry.parts, 0)
  return { submitted: entries.length, accepted: accepted.length, parts }
}

function describe(entries: readonly SubmitEntry[]) {
  const accepted = entries.filter(({ smsId }) => smsId !== 0)
  const refused = MESSAGE_STATES.map((state) => ({
    state,
    messages: entries.filter((entry) => entry.smsId === 0 && entry.state === state).length,
  }))
  return {
    smsId: entries.length === 1 ? (accepted[0]?.smsId ?? null) : null,
    accepted: accepted.length,
    refused: refused.filter(({ messages }) => messages > 0),
    entries: entries
      .slice(0, MOST_LISTED)
      .map(({ to, smsId, state, parts }) => ({ to, smsId: smsId === 0 ? null : smsId, state, parts })),
  }
}

function mayUse({ role }: Principal, priority: (typeof ADMINS_PRIORITIES)[number]): boolean {
  return role !== 'user' || USERS_PRIORITIES.some((allowed) => allowed === priority)
}

function priorityNotAllowed(): GatewayError {
  const text = `must be ${USERS_PRIORITIES.join(' or ')}`
  return new GatewayError('forbidden', 'priority-not-allowed', `priority ${text}`, { details: { priority: text } })
}

function noRecipients(): GatewayError {
  const text = 'must name at least one number, or a group with contacts'
  return new GatewayError('invalid', 'no-recipients', `recipients ${text}`, { details: { recipients: text } })
}

/** Sending. */
export const sendEndpoints = [send]
