import { Progress as Bar, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyProblem } from '../../components/notify.tsx'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendTexts } from '../../texts/send.ts'
import { speedLimitTexts } from '../../texts/speed-limit.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { ComparedTexts } from '../campaigns/ComparedTexts.tsx'
import { HELD } from '../campaigns/held.ts'
import { pauseCampaign, resumeCampaign } from '../campaigns/queries.ts'
import { DeliveryHoursText } from '../send/DeliveryHours.tsx'
import { useSpeedWords } from '../send/SpeedLimitField.tsx'
import { CancelUpload } from './CancelUpload.tsx'
import { LeftOutRows } from './LeftOutRows.tsx'
import { useStates } from './queries.ts'
import { StopReason } from './StopReason.tsx'

interface ProgressProps {
  readonly upload: Schemas['Upload']
  readonly onChange: (upload: Schemas['Upload']) => void
}

/** States in which it can be cancelled. */
const STOPPABLE: ReadonlySet<Schemas['UploadState']> = new Set(['sending', 'scheduled', 'paused'])

/** States of messages that have not gone out. */
const WAITING: ReadonlySet<Schemas['MessageState']> = new Set(['scheduled', 'queued', 'submitting', 'retrying'])

/** The progress of an upload that has been started, with the actions on it. */
export function Progress({ upload, onChange }: ProgressProps) {
  const texts = useTexts(uploadTexts)
  const { number, percent } = useFormatters()
  const { messages, submitted, accepted, problems, pausedBecause, sendAt, deliveryWindow, state } = upload
  const leftOut = Object.values(problems).reduce((sum, count) => sum + count, 0)
  const waiting = useWaiting(upload)
  // Those that were refused do not wait either.
  const share = messages === 0 || state === 'done' ? 1 : Math.max(0, submitted - (waiting ?? accepted)) / messages
  return (
    <Stack gap="lg">
      {pausedBecause !== null && <StopReason code={pausedBecause} />}
      <Paper component="section" aria-labelledby="upload-progress">
        <Stack>
          <Group justify="space-between">
            <Title order={2} id="upload-progress">
              {texts.progress} · {percent(share)}
            </Title>
            <Actions upload={upload} onChange={onChange} />
          </Group>
          <Bar
            value={share * 100}
            aria-label={texts.progress}
            color={state === 'done' ? 'green' : state === 'sending' || state === 'scheduled' ? 'sea' : 'gray'}
            size="lg"
          />
          <Text size="sm">
            {texts.submitted({ done: number(submitted), all: number(messages) })}
            {waiting !== undefined && waiting > 0 && ` · ${texts.waiting({ count: number(waiting) })}`}
          </Text>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Figure label={texts.accepted} value={number(accepted)} />
            <Figure label={texts.leftOut} value={number(leftOut)} />
            {sendAt !== null && (
              <div>
                <Text size="sm" c="dimmed">
                  {texts.scheduledFor}
                </Text>
                <Text fw={600}>
                  <TimeText moment={sendAt} />
                </Text>
              </div>
            )}
          </SimpleGrid>
          {deliveryWindow !== null && (
            <Text size="sm">
              {texts.deliveryHours} <DeliveryHoursText hours={deliveryWindow} />
            </Text>
          )}
          <Speed upload={upload} />
          {(state === 'sending' || state === 'scheduled') && (
            <Text size="sm" c="dimmed">
              {texts.background}
            </Text>
          )}
        </Stack>
      </Paper>
      <States upload={upload} />
      <ComparedTexts campaign={upload} />
      <LeftOutRows upload={upload} />
    </Stack>
  )
}

function Actions({ upload, onChange }: ProgressProps) {
  const texts = useTexts(uploadTexts)
  const [isBusy, setBusy] = useState(false)

  async function act(request: Promise<Schemas['Upload']>) {
    setBusy(true)
    try {
      onChange(await request)
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
    }
  }

  const { uploadId, state, pausedBecause } = upload
  if (!STOPPABLE.has(state)) return null
  return (
    <Group gap="xs">
      {(state === 'sending' || state === 'scheduled') && (
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconPlayerPause size={16} aria-hidden />}
          onClick={() => void act(pauseCampaign(uploadId))}
        >
          {texts.pause}
        </Button>
      )}
      {state === 'paused' && pausedBecause !== HELD && (
        <Button
          loading={isBusy}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => void act(resumeCampaign(uploadId))}
        >
          {texts.resume}
        </Button>
      )}
      <CancelUpload upload={upload} onChange={onChange} />
    </Group>
  )
}

/** How many of its messages have not gone out; undefined until that is known. */
function useWaiting(upload: Schemas['Upload']): number | undefined {
  const { data } = useStates(upload)
  return data?.records.reduce((sum, { state, messages }) => sum + (WAITING.has(state) ? messages : 0), 0)
}

/** How fast it goes, and when it will be done, if that is limited. */
function Speed({ upload }: { readonly upload: Schemas['Upload'] }) {
  const texts = useTexts(speedLimitTexts)
  const inWords = useSpeedWords()
  const { data } = useStates(upload)
  if (upload.speedLimit === null) return null
  return (
    <Text size="sm">
      {texts.limit} {inWords(upload.speedLimit)}
      {data !== undefined && data.endsAt !== null && (
        <>
          {' · '}
          {texts.ends} <TimeText moment={data.endsAt} />
        </>
      )}
    </Text>
  )
}

/** The current states of its messages. */
function States({ upload }: { readonly upload: Schemas['Upload'] }) {
  const texts = useTexts(uploadTexts)
  const send = useTexts(sendTexts)
  const { number } = useFormatters()
  const { bulkId } = upload
  const states = useStates(upload)
  if (states.data === undefined) return null
  return (
    <Paper component="section" aria-labelledby="upload-states">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} id="upload-states">
            {texts.delivery}
          </Title>
          <Button component={Link} to="/messages" search={{ bulkId } as never} variant="default" size="xs">
            {send.seeMessages}
          </Button>
        </Group>
        {states.data.records.map(({ state, messages }) => (
          <Group key={state} justify="space-between" maw="24rem">
            <StateBadge state={state} />
            <Text fw={500}>{number(messages)}</Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="lg">
        {value}
      </Text>
    </div>
  )
}
