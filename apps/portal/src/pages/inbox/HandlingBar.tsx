import { Button, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core'
import { IconCheck, IconClock, IconNote, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { MomentInput } from '../../components/MomentInput.tsx'
import { useLetterKeys } from '../../components/use-letter-keys.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { NO_MOMENT } from '../../moments/moment-text.ts'
import { useMe } from '../../session/session.ts'
import { teamTexts } from '../../texts/team.ts'
import { type Conversation, useColleagues } from './queries.ts'
import { useHandling } from './use-handling.ts'

interface HandlingProps {
  readonly conversation: Conversation
  /** Opens the box for a note to colleagues. */
  readonly onNote: () => void
}

/** Who takes care of the conversation, and whether somebody has to: each by a button and by a key. */
export function HandlingBar({ conversation, onNote }: HandlingProps) {
  const texts = useTexts(teamTexts)
  const me = useMe()
  const change = useHandling(conversation)
  const { assignee, isDone } = conversation.handling
  const [isSnoozing, setSnoozing] = useState(false)
  useLetterKeys({
    a: () => change({ assigneeId: assignee?.userId === me.userId ? null : me.userId }),
    d: () => change({ isDone: !isDone }),
    s: () => setSnoozing(true),
    i: onNote,
  })
  return (
    <Group gap="xs" pb="sm">
      <Assignee conversation={conversation} onAssign={(assigneeId) => change({ assigneeId })} />
      <Button
        size="xs"
        variant="default"
        leftSection={isDone ? <IconRotate size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />}
        onClick={() => change({ isDone: !isDone })}
      >
        {isDone ? texts.openAgain : texts.done}
      </Button>
      <Snooze
        conversation={conversation}
        isOpen={isSnoozing}
        setOpen={setSnoozing}
        onSnooze={(snoozedUntil) => change({ snoozedUntil })}
      />
      <Button size="xs" variant="default" leftSection={<IconNote size={14} aria-hidden />} onClick={onNote}>
        {texts.note}
      </Button>
      <Answering conversation={conversation} />
    </Group>
  )
}

const NOBODY = ''

function Assignee({
  conversation,
  onAssign,
}: {
  readonly conversation: Conversation
  readonly onAssign: (userId: number | null) => void
}) {
  const texts = useTexts(teamTexts)
  const me = useMe()
  const { assignee } = conversation.handling
  const { data } = useColleagues()
  // An operator who acts for the client is not one of its users.
  const others = [...(data ?? []), ...(assignee === null ? [] : [assignee])].filter(
    ({ userId }) => userId !== me.userId,
  )
  const colleagues = new Map(others.map(({ userId, email }) => [userId, email]))
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.assignee}
      value={assignee === null ? NOBODY : String(assignee.userId)}
      onChange={({ currentTarget: { value } }) => onAssign(value === NOBODY ? null : Number(value))}
      data={[
        { value: NOBODY, label: texts.nobody },
        { value: String(me.userId), label: texts.me },
        ...[...colleagues].map(([userId, email]) => ({ value: String(userId), label: email })),
      ]}
    />
  )
}

interface SnoozeProps {
  readonly conversation: Conversation
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly onSnooze: (until: string | null) => void
}

function Snooze({ conversation, isOpen, setOpen, onSnooze }: SnoozeProps) {
  const texts = useTexts(teamTexts)
  const { relative } = useFormatters()
  const [time, setTime] = useState(NO_MOMENT)
  const { snoozedUntil, isDone } = conversation.handling
  const isSnoozed = !isDone && snoozedUntil !== null && Date.parse(snoozedUntil) > Date.now()
  const close = (until?: string | null) => {
    setOpen(false)
    setTime(NO_MOMENT)
    if (until !== undefined) onSnooze(until)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconClock size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {isSnoozed ? texts.snoozedUntil({ time: relative(snoozedUntil, Date.now()) }) : texts.snooze}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.snooze}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (time.at !== null) close(time.at)
          }}
        >
          <Stack gap="sm" w="16rem">
            <MomentInput
              label={texts.snoozeUntil}
              name="snoozedUntil"
              description={texts.snoozeHelp}
              value={time}
              onChange={setTime}
            />
            <Group gap="xs">
              <Button type="submit" size="xs" disabled={time.at === null}>
                {texts.snooze}
              </Button>
              {isSnoozed && (
                <Button size="xs" variant="default" onClick={() => close(null)}>
                  {texts.wake}
                </Button>
              )}
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

function Answering({ conversation }: { readonly conversation: Conversation }) {
  const texts = useTexts(teamTexts)
  const { answering } = conversation.handling
  return (
    <Text size="sm" role="status" fs="italic">
      {answering.map(({ email }) => texts.isAnswering({ email })).join(' ')}
    </Text>
  )
}
