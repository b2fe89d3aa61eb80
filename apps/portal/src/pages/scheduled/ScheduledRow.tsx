import { Badge, Button, Group, Paper, Popover, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { CampaignStateBadge } from '../../components/CampaignStateBadge.tsx'
import { MomentInput } from '../../components/MomentInput.tsx'
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { NO_MOMENT } from '../../moments/moment-text.ts'
import { scheduledTexts } from '../../texts/scheduled.ts'
import { shellTexts } from '../../texts/shell.ts'
import { cancelBulk, moveBulk, pauseBulk, resumeBulk, useReloadBulks } from './queries.ts'

interface ScheduledRowProps {
  readonly bulk: Schemas['ShownScheduledBulk']
}

/** A bulk that waits for its time. */
export function ScheduledRow({ bulk }: ScheduledRowProps) {
  const texts = useTexts(scheduledTexts)
  const { number, phone } = useFormatters()
  const { sendAt, messages, text, from, to, isPaused } = bulk
  return (
    <Paper component="article" p="md">
      <Group justify="space-between" align="flex-start">
        <Stack gap={4} flex={1} miw="14rem">
          <Group gap="xs">
            <Text fw={600}>
              <TimeText moment={sendAt} />
            </Text>
            <Badge color="gray">
              {messages === 1 && to !== null ? phone(to) : texts.messages({ count: number(messages) })}
            </Badge>
            {isPaused && <CampaignStateBadge state="paused" />}
            {from !== null && (
              <Text size="sm" c="dimmed">
                {texts.from({ from })}
              </Text>
            )}
          </Group>
          <Text size="sm" lineClamp={2} dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {text}
          </Text>
        </Stack>
        <BulkActions bulk={bulk} />
      </Group>
    </Paper>
  )
}

/** What can be done with a bulk that waits. */
export function BulkActions({ bulk }: ScheduledRowProps) {
  return (
    <Group gap="xs" justify="flex-end">
      <PauseBulk bulk={bulk} />
      <MoveBulk bulk={bulk} />
      <CancelBulk bulk={bulk} />
    </Group>
  )
}

/** A button that has a bulk wait whatever its time, or go on. */
function PauseBulk({ bulk: { bulkId, isPaused } }: ScheduledRowProps) {
  const texts = useTexts(scheduledTexts)
  const reload = useReloadBulks()
  const [isBusy, setBusy] = useState(false)

  async function turn() {
    setBusy(true)
    try {
      await (isPaused ? resumeBulk(bulkId) : pauseBulk(bulkId))
      await reload()
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button variant="default" size="xs" loading={isBusy} onClick={() => void turn()}>
      {isPaused ? texts.resume : texts.pause}
    </Button>
  )
}

/** A button that asks for another time. */
function MoveBulk({ bulk: { bulkId, sendAt } }: ScheduledRowProps) {
  const texts = useTexts(scheduledTexts)
  const { undo } = useTexts(shellTexts)
  const reload = useReloadBulks()
  const [isOpen, popover] = useDisclosure()
  const [time, setTime] = useState(NO_MOMENT)

  async function moveTo(moment: string) {
    await moveBulk(bulkId, moment)
    await reload()
  }

  async function move() {
    if (time.at === null) return
    try {
      await moveTo(time.at)
      popover.close()
      notifyUndoable({ message: texts.moved, undoLabel: undo, undo: () => moveTo(sendAt) })
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <Popover opened={isOpen} onChange={popover.toggle} trapFocus shadow="md" position="bottom-end">
      <Popover.Target>
        <Button variant="default" size="xs" onClick={popover.toggle}>
          {texts.reschedule}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.rescheduleTitle}>
        <Stack gap="sm" maw={280}>
          <MomentInput label={texts.rescheduleTitle} name="newTime" value={time} onChange={setTime} />
          <Button size="xs" disabled={time.at === null} onClick={() => void move()}>
            {texts.save}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A button that cancels a bulk, once the answer to a second one is yes. */
function CancelBulk({ bulk: { bulkId, messages } }: ScheduledRowProps) {
  const texts = useTexts(scheduledTexts)
  const { number } = useFormatters()
  const reload = useReloadBulks()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  async function cancel() {
    setBusy(true)
    try {
      await cancelBulk(bulkId)
      notifyDone(texts.cancelled)
      await reload()
    } catch (error) {
      notifyProblem(error)
      setBusy(false)
    }
  }

  if (!isAsking)
    return (
      <Button variant="default" size="xs" onClick={() => setAsking(true)}>
        {texts.cancel}
      </Button>
    )
  return (
    <>
      <Button color="red" size="xs" loading={isBusy} onClick={() => void cancel()}>
        {texts.cancelSure({ messages: texts.messages({ count: number(messages) }) })}
      </Button>
      <Button variant="default" size="xs" onClick={() => setAsking(false)}>
        {texts.keep}
      </Button>
    </>
  )
}
