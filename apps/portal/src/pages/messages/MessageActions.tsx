import { Button, Group, Popover, Stack } from '@mantine/core'
import { IconCalendarTime, IconSend, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { MomentInput } from '../../components/MomentInput.tsx'
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { NO_MOMENT } from '../../moments/moment-text.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { MESSAGES_KEY, type Message } from './use-messages.ts'

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
function useMessageActs({ smsId, clientId, scheduledAt }: Message) {
  const texts = useTexts(messagesTexts)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  // Operators act for the client whose message it is.
  const params = { path: { smsId }, query: { client: clientId } }

  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
      await queryClient.invalidateQueries({ queryKey: [MESSAGES_KEY] })
      await queryClient.invalidateQueries({ queryKey: ['get', '/messages/{smsId}'] })
      await queryClient.invalidateQueries({ queryKey: ['get', '/messages/{smsId}/history'] })
    }
  }

  async function sendAgain(sendAt?: string) {
    const { data } = await api.POST('/messages/{smsId}/resend', { params, body: { sendAt } })
    if (data === undefined) return
    notifyDone(texts.resent)
    await navigate({
      to: '/messages/$smsId',
      params: { smsId: String(data.smsId) },
      search: (current: object) => current,
    })
  }

  return {
    isBusy,
    resend: () => void run(() => sendAgain()),
    reschedule: (sendAt: string) =>
      void run(async () => {
        await api.PATCH('/messages/{smsId}', { params, body: { sendAt } })
        notifyDone(texts.rescheduled)
      }),
    cancel: () =>
      void run(async () => {
        await api.POST('/messages/{smsId}/cancel', { params })
        notifyUndoable({
          message: texts.cancelled,
          undoLabel: texts.undoCancel,
          undo: () => run(() => sendAgain(scheduledAt ?? undefined)),
        })
      }),
  }
}
