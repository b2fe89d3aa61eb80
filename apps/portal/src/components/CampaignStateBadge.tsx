import {
  IconCalendarCheck,
  IconCheck,
  IconClock,
  IconFileImport,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconSend,
  IconX,
} from '@tabler/icons-react'
import type { Schemas } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { uploadTexts } from '../texts/uploads.ts'
import { ToneBadge } from './StateBadge.tsx'

const STATUS_FORMS = {
  receiving: { color: 'blue', Icon: IconFileImport },
  received: { color: 'gray', Icon: IconPencil },
  checking: { color: 'blue', Icon: IconListCheck },
  ready: { color: 'gray', Icon: IconCalendarCheck },
  sending: { color: 'blue', Icon: IconSend },
  scheduled: { color: 'blue', Icon: IconClock },
  paused: { color: 'yellow', Icon: IconPlayerPause },
  done: { color: 'green', Icon: IconCheck },
  cancelled: { color: 'gray', Icon: IconX },
} as const satisfies Record<Schemas['UploadState'], object>

/** The state of a campaign. */
export function CampaignStateBadge({ state }: { readonly state: Schemas['UploadState'] }) {
  const { states } = useTexts(uploadTexts)
  return <ToneBadge {...STATUS_FORMS[state]} text={states[state]} />
}
