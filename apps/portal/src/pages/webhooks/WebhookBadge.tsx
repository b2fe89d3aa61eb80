import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { webhookTexts } from '../../texts/webhooks.ts'

const STATUS_FORMS = {
  pending: { color: 'blue', Icon: IconClock },
  delivered: { color: 'green', Icon: IconCheck },
  failed: { color: 'red', Icon: IconX },
} as const

/** The state of a webhook, by colour, icon and word. */
export function WebhookBadge({ state }: { readonly state: Schemas['WebhookState'] }) {
  const { states } = useTexts(webhookTexts)
  return <ToneBadge {...STATUS_FORMS[state]} text={states[state]} />
}
