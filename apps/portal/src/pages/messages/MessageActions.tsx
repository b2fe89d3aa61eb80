import { Button, Group, Popover, Stack } from '@mantine/core'
import { IconCalendarTime, IconSend, IconX } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { MomentInput } from '../../components/MomentInput.tsx'
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { NO_MOMENT } from '../../moments/moment-text.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { cancelMessage, type Message, rescheduleMessage, resendMessage, useReloadMessages } from './queries.ts'

const WAITING: ReadonlySet<string> = new Set(['scheduled', 'queued'])

/** The actions on a message. */
export function MessageActions({ message }: { readonly message: Message }) {
  const texts = useTexts(messagesTexts)
  const act = useMessageActs(message)
  const isWaiting = WAITING.has(message.state)
  return (
    <Group gap="xs">
      {message.encoding !== 'binary' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={14} aria-hidden />}
          loading={act.isBusy}
          onClick={act.resend}
        >
          {texts.resend}
        </Button>
      )}
      {isWaiting && <Reschedule onMove={act.reschedule} />}
      {isWaiting && (
        <Button
          size="xs"
          variant="light"
          color="red"
          leftSection={<IconX size={14} aria-hidden />}
          loading={act.isBusy}
          onClick={act.cancel}
        >
          {texts.cancel}
        </Button>
      )}
    </Group>
  )
}

function Reschedule({ onMove }: { readonly onMove: (sendAt: string) => void }) {
  const texts = useTexts(messagesTexts)
  const [isOpen, setOpen] = useState(false)
  const [time, setTime] = useState(NO_MOMENT)
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCalendarTime size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.reschedule}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.reschedule}>
        <Stack gap="sm" w="16rem">
          <MomentInput
            label={texts.sendAt}
            name="sendAt"
            description={texts.sendAtHelp}
            value={time}
            onChange={setTime}
          />
          <Button
            size="xs"
            disabled={time.at === null}
            onClick={() => {
              setOpen(false)
              if (time.at !== null) onMove(time.at)
            }}
          >
            {texts.save}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Runs the action, reports it, and reloads everything that shows messages. */
function useMessageActs(message: Message) {
  const texts = useTexts(messagesTexts)
  const reload = useReloadMessages()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
      await reload()
    }
  }

  async function sendAgain(sendAt?: string) {
    const sent = await resendMessage(message, sendAt)
    notifyDone(texts.resent)
    await navigate({
      to: '/messages/$smsId',
      params: { smsId: String(sent.smsId) },
      search: (current: object) => current,
    })
  }

  return {
    isBusy,
    resend: () => void run(() => sendAgain()),
    reschedule: (sendAt: string) =>
      void run(async () => {
        await rescheduleMessage(message, sendAt)
        notifyDone(texts.rescheduled)
      }),
    cancel: () =>
      void run(async () => {
        await cancelMessage(message)
        notifyUndoable({
          message: texts.cancelled,
          undoLabel: texts.undoCancel,
          undo: () => run(() => sendAgain(message.scheduledAt ?? undefined)),
        })
      }),
  }
}
