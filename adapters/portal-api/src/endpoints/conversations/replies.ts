import {
  type ConversationRecord,
  GatewayError,
  type MessageState,
  PRIORITIES,
  type Principal,
  ROLES,
} from '@heliograph/contracts'
import { readPersonalText, refuseUnknown } from '@heliograph/messaging'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { stateSchema } from '../../schemas.ts'
import type { PortalServices } from '../../services.ts'
import { groupByText, personalMessages } from '../sending/personal-messages.ts'
import { conversationParams } from './conversation-schemas.ts'
import { findConversation } from './conversations.ts'

/** Error messages for answers that were refused. */
const REFUSALS: Partial<Record<MessageState, string>> = {
  'opted-out': 'The contact has opted out and takes no messages',
  'bad-number': 'No message can be sent to this number',
  'no-route': 'There is no way to this number',
}

const reply = defineEndpoint({
  method: 'POST',
  path: '/conversations/:channelId/:contact/messages',
  id: 'replyToConversation',
  summary: 'Reply to a contact from the channel it wrote to',
  roles: ROLES,
  params: conversationParams,
  body: Type.Object(
    {
      text: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'The reply. Takes the same placeholders as `/send`.',
      }),
      messageId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Idempotency key of your choice. A reply with the same key is sent only once.',
        }),
      ),
      seenSmsId: Type.Optional(
        Type.Integer({
          minimum: 0,
          description:
            'Id of the newest reply you have seen, 0 for none. If a colleague has replied since, this reply is refused with `answered-meanwhile`. If omitted, it is always sent.',
        }),
      ),
    },
    { additionalProperties: false, title: 'Reply' },
  ),
  answer: Type.Object({ smsId: Type.Integer(), state: stateSchema, parts: Type.Integer() }, { title: 'ReplyResult' }),
  errors: ['forbidden', 'not-found', 'conflict'],
  act: { action: 'messages-sent', by: 'operator', subject: (_, { smsId }) => `message ${smsId}` },
  async handle(context, { principal, params, body: { text: given, messageId, seenSmsId }, request }) {
    const { services } = context
    const { mobile, lastOutgoing } = await findConversation(context, principal, params)
    refuseAnswered(principal, lastOutgoing, seenSmsId)
    if (mobile === null) throw new GatewayError('conflict', 'no-number', 'This sender cannot receive replies')
    // For a channel that cannot send, the client's default channel would be used instead.
    const channel = await services.channels.find(params.channelId)
    if (!channel?.enabled) throw new GatewayError('conflict', 'channel-disabled', 'The channel is disabled')
    const text = await personalText(services, principal, given, mobile)
    const { entries } = await services.submissions.submit(principal, {
      origin: 'portal',
      requestId: request.requestId,
      priority: PRIORITIES.LOW,
      numbers: 'international',
      atomic: true,
      isReply: true,
      messages: [{ destinations: [{ to: mobile, messageId }], text, from: channel.address }],
    })
    const [entry] = entries
    if (entry === undefined || entry.smsId === 0) {
      const state = entry?.state ?? 'bad-number'
      throw new GatewayError('conflict', state, REFUSALS[state] ?? 'The reply was refused')
    }
    await services.teamInbox.noteAnswering(principal, params, false)
    return { smsId: entry.smsId, state: entry.state, parts: entry.parts }
  },
})

/** Throws when a colleague has sent an answer that this one has not seen. */
function refuseAnswered(
  { email }: Principal,
  last: ConversationRecord['lastOutgoing'],
  seenSmsId = Number.MAX_SAFE_INTEGER,
): void {
  if (last === null || last.sentBy === null || last.sentBy === email || last.smsId <= seenSmsId) return
  const details = { sentBy: last.sentBy, text: last.text }
  throw new GatewayError('conflict', 'answered-meanwhile', 'A colleague has already replied', { details })
}

/** What the contact gets of a text. Throws as sending does. */
async function personalText(
  services: PortalServices,
  principal: Principal,
  given: string,
  mobile: string,
): Promise<string> {
  const personal = await readPersonalText(given, () => services.contacts.fieldNames(principal))
  refuseUnknown(personal)
  const texts = await groupByText(personalMessages(services, principal, personal, [mobile]))
  return [...texts.keys()][0] ?? given
}

export const replyEndpoints = [reply]
