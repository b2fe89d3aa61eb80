import { Badge, Group, Text } from '@mantine/core'
import { IconCheck, IconClock, IconPencil, IconUser, IconUserOff } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { inboxTexts } from '../../texts/inbox.ts'
import { teamTexts } from '../../texts/team.ts'
import { excerptOf } from './excerpt.ts'
import classes from './inbox.module.css'
import type { Conversation } from './queries.ts'

/** A conversation in the list: the contact, the time, and the last text. */
export function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const { colon, relative } = useFormatters()
  const search = useSearch({ from: '/shell/inbox' })
  const open = useParams({ strict: false }).contact
  const { channelId, contact, name, unread, isOptedOut, lastIncoming, lastOutgoing, said } = conversation
  const isAnswered = lastOutgoing !== null && lastOutgoing.at >= lastIncoming.at
  const last = isAnswered ? lastOutgoing : lastIncoming
  const isOpen = open === contact && (search.channel === undefined || search.channel === channelId)
  return (
    <Link
      to="/inbox/$contact"
      params={{ contact }}
      search={{ ...search, channel: channelId }}
      className={classes.row}
      aria-current={isOpen || undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={unread > 0 ? 600 : 500} truncate dir="auto">
          {name || contact}
        </Text>
        <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
          {relative(said?.at ?? last.at, Date.now())}
        </Text>
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" c="dimmed" truncate className={classes.said}>
          {said === undefined ? (
            <>
              {isAnswered && lastOutgoing.sentBy !== null && `${texts.you}${colon}`}
              {last.encoding === 'binary' ? texts.octets : <bdi>{last.text}</bdi>}
            </>
          ) : (
            <>
              {!said.isIncoming && `${texts.you}${colon}`}
              <Excerpt text={said.text} looked={search.q ?? ''} />
            </>
          )}
        </Text>
        <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
          <HandlingSigns handling={conversation.handling} />
          {isOptedOut && <ToneBadge color="orange" Icon={IconUserOff} text={texts.optedOut} />}
          {unread > 0 && (
            <Badge
              variant="filled"
              color="sea"
              circle={unread < 10}
              role="img"
              aria-label={texts.unreadCount({ count: unread })}
            >
              {unread}
            </Badge>
          )}
        </Group>
      </Group>
    </Link>
  )
}

/** Who takes care of it, and what became of it, in small. */
function HandlingSigns({ handling }: Pick<Conversation, 'handling'>) {
  const texts = useTexts(teamTexts)
  const { userId } = useMe()
  const { relative } = useFormatters()
  const { answering, assignee, isDone, snoozedUntil } = handling
  const isBack = snoozedUntil !== null && Date.parse(snoozedUntil) <= Date.now()
  return (
    <>
      {answering.length > 0 && <IconPencil size={16} role="img" aria-label={texts.someoneAnswers} />}
      {assignee !== null && (
        <Badge
          variant="light"
          fw={500}
          maw="7rem"
          leftSection={<IconUser size={12} aria-hidden />}
          role="img"
          aria-label={texts.assignedTo({ name: assignee.userId === userId ? texts.me : assignee.email })}
        >
          {assignee.userId === userId ? texts.me : assignee.email.replace(/@.*/, '')}
        </Badge>
      )}
      {isDone && <IconCheck size={16} role="img" aria-label={texts.folders.done} />}
      {!isDone && isBack && <ToneBadge color="blue" Icon={IconClock} text={texts.back} />}
      {!isDone && snoozedUntil !== null && !isBack && (
        <IconClock size={16} role="img" aria-label={texts.snoozedUntil({ time: relative(snoozedUntil, Date.now()) })} />
      )}
    </>
  )
}

function Excerpt({ text, looked }: { readonly text: string; readonly looked: string }) {
  const { before, word, after } = excerptOf(text, looked)
  return (
    <bdi>
      {before}
      <mark>{word}</mark>
      {after}
    </bdi>
  )
}
