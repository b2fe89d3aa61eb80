import type { ChannelRecord, IncomingHandler, SecretState } from '@heliograph/contracts'
import { type Static, Type } from 'typebox'
import { nullable, timeSchema } from '../../schemas.ts'

const URL = { maxLength: 2_048 }
/** More than the longest possible text. */
const TEXT = { maxLength: 40_000 }

const incomingHandler = Type.Unsafe<IncomingHandler>(
  Type.String({
    pattern: '^(json|get|soap|instance:[A-Za-z0-9_.-]{1,100})$',
    description:
      'How incoming SMS are delivered: `json`, a signed POST request; `get`, a GET request with parameters; `soap`, a SOAP 1.2 call; or `instance:` followed by the name of an interface with a format of its own.',
  }),
)
const keywordMatch = Type.Enum(['contains', 'first-word', 'exact'], {
  description: 'Where an opt-out keyword is recognized in an incoming text: anywhere, at the start, or only alone.',
})

/** The settings that can be changed; absent = unchanged, null = not set. */
export const channelChangeSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the channel sends and receives.' })),
    outgoingNumber: setting(
      'Sender number of outgoing messages, in digits. Null for the number of the channel. Not for alphanumeric senders.',
      {
        maxLength: 40,
      },
    ),
    forwardEmail: setting('E-mail address to which incoming SMS are forwarded. Null for none.', { maxLength: 254 }),
    forwardMobile: setting('Number to which incoming SMS are forwarded. Null for none.', { maxLength: 40 }),
    autoResponse: setting('Automatic reply to incoming SMS. Null for none.', TEXT),
    incomingHandler: Type.Optional(incomingHandler),
    incomingUrl: setting('Webhook URL for incoming SMS. Null for none.', URL),
    dlrUrl: setting('Webhook URL for delivery receipts. Null for none.', URL),
    optOutUrl: setting('Webhook URL for opt-outs. Null for none.', URL),
    optInUrl: setting('Webhook URL for opt-ins. Null for none.', URL),
    blacklistResponse: setting('Reply that confirms an opt-out. Null for the standard text.', TEXT),
    whitelistResponse: setting('Reply that confirms an opt-in. Null for the standard text.', TEXT),
    keywordMatch: Type.Optional(keywordMatch),
    optOutLinkBase: setting(
      'Base URL of `{opt_out_link}`; may begin with `{base_url}`. Null for the page of the gateway. Empty if the client has its own page: the placeholder is then replaced with nothing.',
      URL,
    ),
    optInLinkBase: setting('Base URL of `{opt_in_link}`, like `optOutLinkBase`.', URL),
  },
  { title: 'ChannelChange', additionalProperties: false },
)

function setting(description: string, bounds: { readonly maxLength: number }) {
  return Type.Optional(nullable(Type.String(bounds), description))
}

const secretSchema = Type.Object(
  {
    isSet: Type.Boolean({ description: 'Whether a secret is set. If not, webhooks are signed with the security key.' }),
    previousUntil: nullable(timeSchema('Until when the previous secret also signs. Null if it no longer does.')),
  },
  { title: 'SecretState' },
)

/** A channel as it is shown: never with a secret. */
export const channelSchema = Type.Object(
  {
    channelId: Type.Integer(),
    clientId: Type.Integer(),
    kind: Type.Enum(['number', 'sender'], {
      description: '`number`: sends and receives. `sender`: an alphanumeric sender, which cannot receive.',
    }),
    address: Type.String({
      description: 'The number in digits, or the alphanumeric sender as handsets show it.',
    }),
    isDefault: Type.Boolean({ description: 'Whether this channel is used when a request names none.' }),
    enabled: Type.Boolean(),
    outgoingNumber: nullable(Type.String()),
    forwardEmail: nullable(Type.String()),
    forwardMobile: nullable(Type.String()),
    autoResponse: nullable(Type.String()),
    incomingHandler,
    incomingUrl: nullable(Type.String()),
    dlrUrl: nullable(Type.String()),
    optOutUrl: nullable(Type.String()),
    optInUrl: nullable(Type.String()),
    blacklistResponse: nullable(Type.String()),
    whitelistResponse: nullable(Type.String()),
    keywordMatch,
    optOutLinkBase: nullable(Type.String()),
    optInLinkBase: nullable(Type.String()),
    secrets: Type.Object({ securityKey: secretSchema, optOut: secretSchema, optIn: secretSchema }),
  },
  { title: 'Channel' },
)

export const channelParams = Type.Object({ channelId: Type.Integer({ minimum: 1, description: 'Id of the channel.' }) })

export function formatChannel({ secrets, ...channel }: ChannelRecord): Static<typeof channelSchema> {
  const { securityKey, optOut, optIn } = secrets
  return {
    ...channel,
    secrets: { securityKey: formatState(securityKey), optOut: formatState(optOut), optIn: formatState(optIn) },
  }
}

function formatState({ isSet, previousUntil }: SecretState): Static<typeof secretSchema> {
  return { isSet, previousUntil: previousUntil?.toISOString() ?? null }
}
