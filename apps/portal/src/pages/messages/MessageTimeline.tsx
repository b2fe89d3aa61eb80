import { Anchor, Code, Stack, Text, Timeline, Title } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCalendarTime,
  IconCheck,
  IconClock,
  IconCoin,
  IconHourglass,
  IconInbox,
  IconMail,
  IconMessageReply,
  IconPlugConnected,
  IconReport,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../../api/client.ts'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { type MessageState, STATE_BADGES, StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { messagesTexts } from '../../texts/messages.ts'

type Entry = Schemas['HistoryEntry']

const ICONS = {
  accepted: IconInbox,
  scheduled: IconCalendarTime,
  queued: IconHourglass,
  'handed-over': IconPlugConnected,
  answered: IconMessageReply,
  'put-off': IconClock,
  'put-back': IconArrowBackUp,
  'passed-on': IconArrowForwardUp,
  report: IconReport,
  receipt: IconReport,
  ended: IconCheck,
  refunded: IconCoin,
  webhook: IconWebhook,
  'webhook-attempt': IconMail,
} as const satisfies Record<Entry['kind'], TablerIcon>

/** Everything that happened to a message, oldest first. */
export function MessageTimeline({ entries }: { readonly entries: readonly Entry[] | undefined }) {
  const texts = useTexts(messagesTexts)
  return (
    <Stack gap="md">
      <Title order={2} size="h3">
        {texts.history}
      </Title>
      {entries === undefined ? (
        <LoadingRows rows={4} />
      ) : (
        <Timeline bulletSize={26} lineWidth={2} active={entries.length} color="gray">
          {entries.map((entry, index) => (
            <TimelineEntry
              // biome-ignore lint/suspicious/noArrayIndexKey: what happened before stays before.
              key={index}
              entry={entry}
            />
          ))}
        </Timeline>
      )}
    </Stack>
  )
}

function TimelineEntry({ entry }: { readonly entry: Entry }) {
  const { kinds, rawReceipt, read } = useTexts(messagesTexts)
  const details = useDetails(entry)
  const state = stateOf(entry)
  const Icon = state === undefined ? ICONS[entry.kind] : STATE_BADGES[state].Icon
  return (
    <Timeline.Item
      bullet={<Icon size={14} aria-hidden />}
      color={state === undefined ? 'gray' : STATE_BADGES[state].color}
      title={
        <Text size="sm" fw={500} component="span">
          {isRead(entry) ? read : kinds[entry.kind]} {state !== undefined && <StateBadge state={state} />}
        </Text>
      }
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {join(details)}
      </Text>
      {entry.error && <Text size="sm">{entry.error.description}</Text>}
      {typeof entry.text === 'string' && (
        <Code block mt={4} fz="xs" aria-label={rawReceipt} style={{ whiteSpace: 'pre-wrap' }}>
          {entry.text}
        </Code>
      )}
      {entry.at !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          <TimeText moment={entry.at} />
        </Text>
      )}
    </Timeline.Item>
  )
}

/** A report that the recipient has opened the message, which ends nothing. */
function isRead({ kind, status }: Entry): boolean {
  return kind === 'report' && status === 'read'
}

/** The state that this entry brought the message, or a part of it, to. */
function stateOf({ kind, state }: Entry): MessageState | undefined {
  return (kind === 'ended' || kind === 'receipt') && isMessageState(state) ? state : undefined
}

function isMessageState(state: string | undefined): state is MessageState {
  return state !== undefined && Object.hasOwn(STATE_BADGES, state)
}

/** Leads to the request where there is a log of it: the portal's own have none. */
function RequestId({ id, origin }: { readonly id: string; readonly origin: string | undefined }) {
  if (origin === 'portal') return <Code>{id}</Code>
  return (
    <Anchor component={Link} to="/developers" search={{ request: id } as never}>
      <Code>{id}</Code>
    </Anchor>
  )
}

function useDetails(entry: Entry): readonly ReactNode[] {
  const texts = useTexts(messagesTexts)
  const { duration, money } = useFormatters()
  const { kind, origin, parts, price, amount, link, attempt, part, outcome, networkId, networkStatus, times } = entry
  const details: ReactNode[] = []
  const tell = (value: ReactNode) => void details.push(value)
  if (origin !== undefined) tell(texts.by({ origin }))
  if (entry.requestId)
    tell(
      <>
        {texts.request} <RequestId id={entry.requestId} origin={origin} />
      </>,
    )
  if (parts !== undefined) tell(texts.parts({ count: parts }))
  if (price !== undefined) tell(money(price.amount, price.currency))
  if (amount !== undefined) tell(money(amount.amount, amount.currency))
  if (outcome !== undefined) tell(texts.outcomes[outcome])
  if (link !== undefined) tell(texts.atLink({ link }))
  if (part !== undefined && part > 0) tell(texts.part({ n: part }))
  if (attempt !== undefined && attempt > 0) tell(texts.attempt({ n: attempt }))
  if (networkId) tell(texts.idAtNetwork({ id: networkId }))
  if (networkStatus) tell(<Code>{networkStatus}</Code>)
  if (kind === 'put-off' && networkStatus === null) tell(texts.noAnswer)
  if (times !== undefined) tell(texts.times({ n: times }))
  if (kind === 'report' && entry.status !== undefined && !isRead(entry)) tell(entry.status)
  if (kind === 'webhook') tell(texts.webhookStates[entry.state as keyof typeof texts.webhookStates])
  if (entry.url !== undefined) tell(<Code>{entry.url}</Code>)
  if (kind === 'webhook-attempt')
    tell(entry.status === null ? (entry.failure ?? texts.noAnswer) : `HTTP ${entry.status}`)
  if (entry.elapsedMs !== undefined) tell(`${texts.took} ${duration(entry.elapsedMs)}`)
  if (entry.dueAt !== undefined)
    tell(
      <>
        {texts.due} {<TimeText moment={entry.dueAt} />}
      </>,
    )
  if (entry.until !== undefined)
    tell(
      <>
        {texts.untilTime} {<TimeText moment={entry.until} />}
      </>,
    )
  return details
}

/** Joins the details with a dot between every two. */
function join(details: readonly ReactNode[]): ReactNode {
  return details.map((detail, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are told once and stay.
    <span key={index}>
      {index > 0 && ' · '}
      {detail}
    </span>
  ))
}
