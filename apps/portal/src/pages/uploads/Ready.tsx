import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCalendarTime, IconSend } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { MomentInput, useReadMoment } from '../../components/MomentInput.tsx'
import { QuietNote } from '../../components/QuietNote.tsx'
import { useBalance } from '../../components/use-balance.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { problemOf } from '../../moments/moment-text.ts'
import { quietHoursTexts } from '../../texts/quiet-hours.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { useQuietHours } from '../account/queries.ts'
import { DeliveryHours } from '../send/DeliveryHours.tsx'
import { parseWindow, windowFault } from '../send/delivery-window.ts'
import { SpeedLimitField } from '../send/SpeedLimitField.tsx'
import { LeftOutRows } from './LeftOutRows.tsx'
import { PreviewRows } from './PreviewRows.tsx'
import { startUpload } from './queries.ts'

interface ReadyProps {
  readonly upload: Schemas['Upload']
  readonly onChange: (upload: Schemas['Upload']) => void
  readonly onPlanAgain: () => void
}

/** What would be sent, what is left out, and the button that sends it. */
export function Ready({ upload, onChange, onPlanAgain }: ReadyProps) {
  const texts = useTexts(uploadTexts)
  return (
    <Stack gap="lg">
      <StartForm upload={upload} onStarted={onChange} onPlanAgain={onPlanAgain} />
      <Paper component="section" aria-labelledby="upload-preview">
        <Title order={2} id="upload-preview" mb="sm">
          {texts.preview}
        </Title>
        <PreviewRows upload={upload} />
      </Paper>
      <LeftOutRows upload={upload} onChange={onChange} />
    </Stack>
  )
}

/** On a phone it stands below, where lines begin. */
const AT_THE_END = { base: 'start', xs: 'end' } as const

interface StartFormProps {
  readonly upload: Schemas['Upload']
  readonly onStarted: (upload: Schemas['Upload']) => void
  readonly onPlanAgain: () => void
}

function StartForm({ upload, onStarted, onPlanAgain }: StartFormProps) {
  const texts = useTexts(uploadTexts)
  const { number, money } = useFormatters()
  const { at = '', hours = '' } = useSearch({ from: '/shell/uploads/$uploadId' })
  const read = useReadMoment()
  const balance = useBalance()
  const [sendAt, setSendAt] = useState(() => read(at))
  const [deliveryWindow, setWindow] = useState(() => parseWindow(hours))
  const [speedLimit, setSpeedLimit] = useState(upload.speedLimit)
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const { messages, parts, price, uploadId } = upload
  const count = number(messages)
  const isNow = sendAt.text.trim() === ''
  const isWrong = deliveryWindow !== null && windowFault(deliveryWindow) !== null

  async function start() {
    if (problemOf(sendAt, Date.now()) !== null) return
    setBusy(true)
    setError(undefined)
    try {
      const chosen = {
        speedLimit,
        ...(sendAt.at !== null && { sendAt: sendAt.at }),
        ...(deliveryWindow !== null && { deliveryWindow }),
      }
      onStarted(await startUpload(uploadId, chosen))
    } catch (problem) {
      setError(problem)
      setBusy(false)
    }
  }

  return (
    <Paper component="section" aria-labelledby="upload-start">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} id="upload-start">
              {texts.startTitle}
            </Title>
            <Text size="sm" c="dimmed">
              {texts.startSummary({ messages: count, parts: number(parts) })}
            </Text>
          </div>
          <div>
            <Text size="xl" fw={600} ta={AT_THE_END}>
              {money(price.amount, price.currency)}
            </Text>
            <Text size="sm" c="dimmed" ta={AT_THE_END}>
              {balance}
            </Text>
          </div>
        </Group>
        <MomentInput label={texts.sendAt} name="sendAt" maw={360} value={sendAt} onChange={setSendAt} />
        <DeliveryHours value={deliveryWindow} onChange={setWindow} />
        <SpeedLimitField value={speedLimit} onChange={setSpeedLimit} parts={parts} />
        <QuietHoursNote />
        {error !== undefined && <ErrorState error={error} />}
        <Group>
          <Button
            onClick={() => void start()}
            loading={isBusy}
            disabled={messages === 0 || isWrong}
            leftSection={isNow ? <IconSend size={16} aria-hidden /> : <IconCalendarTime size={16} aria-hidden />}
          >
            {isNow ? texts.startNow({ messages: count }) : texts.startLater({ messages: count })}
          </Button>
          <Button variant="default" onClick={onPlanAgain}>
            {texts.change}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function QuietHoursNote() {
  const texts = useTexts(quietHoursTexts)
  const { hours } = useQuietHours().data ?? {}
  return hours ? <QuietNote text={texts.forUpload({ from: hours.from, to: hours.to })} /> : null
}
