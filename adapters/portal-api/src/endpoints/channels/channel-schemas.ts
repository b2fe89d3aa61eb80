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
      'How an incoming SMS is handed over: `json`, a signed POST; `get`, a GET with parameters; `soap`, a call of SOAP 1.2; or `instance:` and the name of an interface that has a form of its own.',
  }),
)
const keywordMatch = Type.Enum(['contains', 'first-word', 'exact'], {
  description: 'Where an opt-out keyword has to stand in an incoming text: anywhere, in front, or alone.',
})

/** The settings that can be changed; absent = unchanged, null = not set. */
export const channelChangeSchema = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether anything is sent and received.' })),
    outgoingNumber: setting('Number that messages go out from, digits; null: its own. For numbers, not for senders.', {
      maxLength: 40,
    }),
    forwardEmail: setting('E-mail address that gets incoming SMS.', { maxLength: 254 }),
    forwardMobile: setting('Number that gets incoming SMS.', { maxLength: 40 }),
    autoResponse: setting('Automatic answer to incoming SMS; null: none.', TEXT),
    incomingHandler: Type.Optional(incomingHandler),
    incomingUrl: setting('URL that is called for every incoming SMS.', URL),
    dlrUrl: setting('URL that is called for every delivery receipt.', URL),
    optOutUrl: setting('URL that is called when a contact opts out.', URL),
    optInUrl: setting('URL that is called when a contact opts in again.', URL),
    blacklistResponse: setting('Confirmation of an opt-out; null: a text made by the gateway.', TEXT),
    whitelistResponse: setting('Confirmation of an opt-in; null: a text made by the gateway.', TEXT),
    keywordMatch: Type.Optional(keywordMatch),
    optOutLinkBase: setting(
      'What `{opt_out_link}` in a text begins with, may begin with `{base_url}`. Null: the page of the gateway. Empty: the client has a page of its own, and the placeholder stands for nothing.',
      URL,
    ),
    optInLinkBase: setting('The same for `{opt_in_link}`.', URL),
  },
  { title: 'ChannelChange', additionalProperties: false },
)

function setting(description: string, bounds: { readonly maxLength: number }) {
  return Type.Optional(nullable(Type.String(bounds), description))
}

const secretSchema = Type.Object(
  {
    isSet: Type.Boolean({ description: 'False: there is none, the security key signs instead.' }),
    previousUntil: nullable(timeSchema('Until when what signed before it goes on beside it; null: it does not.')),
  },
  { title: 'SecretState' },
)

/** A channel as it is shown: never with a secret. */
export const channelSchema = Type.Object(
  {
    channelId: Type.Integer(),
    clientId: Type.Integer(),
    kind: Type.Enum(['number', 'sender'], {
      description: '`sender`: an alphanumeric sender, which cannot receive.',
    }),
    address: Type.String({
      description: 'Digits of the number that receives and sends, or the sender as handsets show it.',
    }),
    isDefault: Type.Boolean({ description: 'Whether it is used where a request names no channel.' }),
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

export const channelParams = Type.Object({ channelId: Type.Integer({ minimum: 1, description: 'The channel.' }) })

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
