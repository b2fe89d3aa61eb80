import { Alert, Button, Grid, Group, Paper, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarTime, IconFileUpload, IconSend } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useGroups } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { problemOf } from '../../moments/moment-text.ts'
import { useDraft } from '../../session/draft.ts'
import { sendTexts } from '../../texts/send.ts'
import { shellTexts } from '../../texts/shell.ts'
import { ConfirmSend } from './ConfirmSend.tsx'
import { formatWindow, windowFault } from './delivery-window.ts'
import { type Draft, EMPTY_DRAFT, groupUpload, previewRequest, sendRequest, splitNumbers, wayOf } from './draft.ts'
import { addGroupUpload, previewText, sendText, usePreviewOf } from './queries.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { SendOptions } from './SendOptions.tsx'
import { SentNote } from './SentNote.tsx'
import { Summary } from './Summary.tsx'
import { TextField } from './TextField.tsx'

/** The page to write and send a text. */
export function SendPage() {
  const texts = useTexts(sendTexts)
  const { pages } = useTexts(shellTexts)
  const { to = '' } = useSearch({ from: '/shell/send' })
  const [draft, setDraft] = useDraft<Draft>('send', { ...EMPTY_DRAFT, recipients: splitNumbers(to).join('\n') })
  const [sent, setSent] = useState<{ readonly answer: Schemas['Sent']; readonly isScheduled: boolean }>()
  const change = (part: Partial<Draft>) => setDraft((present) => ({ ...present, ...part }))
  const upload = (
    <Button component={Link} to="/uploads" variant="default" leftSection={<IconFileUpload size={16} aria-hidden />}>
      {texts.uploadFile}
    </Button>
  )
  return (
    <>
      <PageHeader title={pages.send} description={texts.description} actions={upload} />
      {sent === undefined ? (
        <Composer
          draft={draft}
          onChange={change}
          onSent={(answer, isScheduled) => {
            setDraft(EMPTY_DRAFT)
            setSent({ answer, isScheduled })
          }}
        />
      ) : (
        <SentNote sent={sent.answer} isScheduled={sent.isScheduled} onAnother={() => setSent(undefined)} />
      )}
    </>
  )
}

interface ComposerProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
  readonly onSent: (sent: Schemas['Sent'], isScheduled: boolean) => void
}

function Composer({ draft, onChange, onSent }: ComposerProps) {
  const texts = useTexts(sendTexts)
  const preview = usePreview(draft)
  const navigate = useNavigate()
  const { data: groups = [] } = useGroups()
  const isUpload = preview !== undefined && wayOf(preview) === 'as-upload'
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  /** Stays the same while the outcome is unknown: when the text is sent again, no one gets it twice. */
  const requestId = useRef<string>(undefined)
  const [asked, setAsked] = useState<Schemas['SendPreview']>()
  const isScheduled = draft.sendAt.text.trim() !== ''
  const isWrong = draft.deliveryWindow !== null && windowFault(draft.deliveryWindow) !== null
  const isEmpty = draft.text === '' || (splitNumbers(draft.recipients).length === 0 && draft.groupIds.length === 0)

  async function prepareUpload() {
    const names = groups.filter(({ groupId }) => draft.groupIds.includes(String(groupId)))
    const name =
      names
        .map((group) => group.name)
        .join(', ')
        .slice(0, 200) || texts.groupUpload
    const { uploadId } = await addGroupUpload(groupUpload(draft, name))
    const search = {
      ...(isScheduled && { at: draft.sendAt.text }),
      ...(draft.deliveryWindow !== null && { hours: formatWindow(draft.deliveryWindow) }),
    }
    await navigate({ to: '/uploads/$uploadId', params: { uploadId: String(uploadId) }, search })
  }

  /** Runs a step of sending; what goes wrong is shown. */
  async function run(step: () => Promise<void>) {
    setSending(true)
    setError(undefined)
    try {
      await step()
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }

  /** The preview on the page may be of an earlier draft, so a new one decides how it goes out. */
  async function begin() {
    const fresh = await previewText(previewRequest(draft))
    const way = wayOf(fresh)
    if (fresh.unknown.length > 0 || way === 'at-once') await send()
    else if (way === 'as-upload') await prepareUpload()
    else setAsked(fresh)
  }

  async function send() {
    setAsked(undefined)
    requestId.current ??= newId()
    onSent(await sendText(sendRequest(draft, requestId.current)), isScheduled)
  }

  function changeAll(part: Partial<Draft>) {
    requestId.current = undefined
    onChange(part)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const field = event.currentTarget.elements.namedItem('sendAt')
        if (problemOf(draft.sendAt, Date.now()) === null) void run(begin)
        else if (field instanceof HTMLElement) field.focus()
      }}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Paper>
            <Stack gap="lg">
              <RecipientFields draft={draft} onChange={changeAll} />
              <TextField
                text={draft.text}
                recipients={splitNumbers(draft.recipients)}
                onChange={(text) => changeAll({ text })}
                preview={preview}
              />
              <SendOptions draft={draft} onChange={changeAll} parts={partsOf(preview)} />
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Summary preview={preview}>
            {isUpload && (
              <Alert color="blue">{preview.isPersonal ? texts.personal.becomesUpload : texts.becomesUpload}</Alert>
            )}
            {error !== undefined && <ErrorState error={error} />}
            <Group grow>
              <Button
                type="submit"
                loading={isSending}
                disabled={isEmpty || isWrong}
                leftSection={
                  isScheduled ? <IconCalendarTime size={16} aria-hidden /> : <IconSend size={16} aria-hidden />
                }
              >
                {isUpload ? texts.prepareUpload : isScheduled ? texts.sendLater : texts.send}
              </Button>
            </Group>
          </Summary>
        </Grid.Col>
      </Grid>
      <ConfirmSend
        preview={asked}
        sendAt={draft.sendAt.at}
        onSend={() => void run(send)}
        onClose={() => setAsked(undefined)}
      />
    </form>
  )
}

/** The preview of the draft, updated shortly after the last key. */
function usePreview({ text, recipients, groupIds, from, sendAt, priority }: Draft): Schemas['SendPreview'] | undefined {
  const [asked] = useDebouncedValue(previewRequest({ text, recipients, groupIds, from, sendAt, priority }), 250)
  return usePreviewOf(asked)
}

/** How many parts go out, if all recipients are known; undefined: not known. */
function partsOf(preview: Schemas['SendPreview'] | undefined): number | undefined {
  return preview === undefined || preview.isUpload ? undefined : preview.parts * preview.recipients
}

/** Only pages of a secure origin have `randomUUID`. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (octet) => octet.toString(16).padStart(2, '0')).join('')
}
