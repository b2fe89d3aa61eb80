import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowUpRight,
  IconBan,
  IconCalendarTime,
  IconCheck,
  IconClock,
  IconClockX,
  IconCoinOff,
  IconCopy,
  IconHelp,
  IconHourglass,
  IconPhoneX,
  IconRefresh,
  IconRouteOff,
  IconRulerMeasure,
  IconUserOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { type TextsOf, useTexts } from '../language/define-texts.ts'
import { stateTexts } from '../texts/states.ts'

/** The states of messages in the gateway. */
export type MessageState = keyof TextsOf<typeof stateTexts>

/**
 * Colour and icon of each state. The colours mean: green has arrived, blue is under way, grey waits or was stopped,
 * yellow may still change, red failed, orange was refused by the gateway.
 */
export const STATE_BADGES = {
  scheduled: { color: 'gray', Icon: IconCalendarTime },
  queued: { color: 'gray', Icon: IconHourglass },
  submitting: { color: 'blue', Icon: IconArrowUpRight },
  unknown: { color: 'yellow', Icon: IconHelp },
  submitted: { color: 'blue', Icon: IconClock },
  retrying: { color: 'yellow', Icon: IconRefresh },
  delivered: { color: 'green', Icon: IconCheck },
  undeliverable: { color: 'red', Icon: IconX },
  'refused-by-network': { color: 'red', Icon: IconBan },
  expired: { color: 'red', Icon: IconClockX },
  unconfirmed: { color: 'yellow', Icon: IconAlertTriangle },
  cancelled: { color: 'gray', Icon: IconX },
  'no-route': { color: 'red', Icon: IconRouteOff },
  'opted-out': { color: 'orange', Icon: IconUserOff },
  'bad-number': { color: 'orange', Icon: IconPhoneX },
  'no-credit': { color: 'orange', Icon: IconCoinOff },
  'too-long': { color: 'orange', Icon: IconRulerMeasure },
  duplicate: { color: 'orange', Icon: IconCopy },
} as const satisfies Record<MessageState, { color: string; Icon: TablerIcon }>

/** The state of a message, the same on every page: by colour, icon and word. */
export function StateBadge({ state }: { readonly state: MessageState }) {
  const words = useTexts(stateTexts)
  const { color, Icon } = STATE_BADGES[state]
  return <ToneBadge color={color} Icon={Icon} text={words[state]} />
}

export interface ToneBadgeProps {
  readonly color: 'green' | 'blue' | 'gray' | 'yellow' | 'red' | 'orange'
  readonly Icon: TablerIcon
  readonly text: string
}

/** A badge of the same kind for the states of other things: links, webhooks, uploads. */
export function ToneBadge({ color, Icon, text }: ToneBadgeProps) {
  return (
    <Badge color={color} leftSection={<Icon size={14} aria-hidden />} fw={500} fz="xs">
      {text}
    </Badge>
  )
}
