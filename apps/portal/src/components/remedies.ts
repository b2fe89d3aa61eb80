import type { TextsOf } from '../language/define-texts.ts'
import type { Me } from '../session/session.ts'
import type { remedyTexts } from '../texts/remedies.ts'

/** The page on which a user can do something about a problem. */
export interface Remedy {
  readonly label: keyof TextsOf<typeof remedyTexts>
  /** Below `/portal`; undefined: the user may not go there. */
  readonly to: (me: Me) => string | undefined
}

const anyone = (to: string) => () => to
const keepers = (to: string) => (me: Me) => (me.role === 'user' ? undefined : to)

const credit: Remedy = {
  label: 'credit',
  to: ({ role, clientId }) => (role === 'operator' ? `/operator/clients/${clientId}` : '/'),
}
const channels: Remedy = { label: 'channels', to: keepers('/channels') }
const campaigns: Remedy = { label: 'campaigns', to: anyone('/campaigns') }
const keys: Remedy = { label: 'keys', to: anyone('/developers') }

/** By the code of the problem. */
const REMEDIES = {
  'channel-disabled': channels,
  'channel-not-found': channels,
  'contact-not-found': { label: 'contacts', to: anyone('/contacts') },
  'conversation-not-found': { label: 'inbox', to: anyone('/inbox') },
  'invalid-api-key': keys,
  'message-not-found': { label: 'messages', to: anyone('/messages') },
  'no-channel': channels,
  'no-credit': credit,
  'no-forward-email': channels,
  'no-webhook-url': channels,
  'second-factor-on': { label: 'security', to: anyone('/account/security') },
  'too-many-groups': { label: 'contacts', to: anyone('/contacts') },
  'too-many-keys': keys,
  'too-many-parts': campaigns,
  'too-many-recipients': campaigns,
  'too-many-templates': { label: 'templates', to: anyone('/send') },
  'too-many-uploads': campaigns,
  'upload-not-found': campaigns,
  'uploads-full': campaigns,
  'user-not-found': { label: 'users', to: keepers('/account/users') },
  'webhook-not-found': { label: 'webhooks', to: anyone('/webhooks') },
} as const satisfies Readonly<Record<string, Remedy>>

export type RemediableCode = keyof typeof REMEDIES

export function isRemediable(code: string): code is RemediableCode {
  return Object.hasOwn(REMEDIES, code)
}

export function remedyOf(code: RemediableCode): Remedy {
  return REMEDIES[code]
}
