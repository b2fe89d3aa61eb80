import { Alert, Button, Grid, Group, Paper, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCalendarTime, IconFileUpload, IconSend } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { api, queries, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { sendTexts } from '../../texts/send.ts'
import { shellTexts } from '../../texts/shell.ts'
import { type Draft, EMPTY_DRAFT, groupUpload, namedRecipients, sendRequest, splitNumbers } from './draft.ts'
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
  const [draft, setDraft] = useState<Draft>({ ...EMPTY_DRAFT, recipients: splitNumbers(to).join('\n') })
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
        <Composer draft={draft} onChange={change} onSent={(answer, isScheduled) => setSent({ answer, isScheduled })} />
      ) : (
        <SentNote
          sent={sent.answer}
          isScheduled={sent.isScheduled}
          onAnother={() => {
            setDraft(EMPTY_DRAFT)
            setSent(undefined)
          }}
        />
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
  const groups = queries.useQuery('get', '/groups')
  const isUpload = preview?.isUpload === true && draft.groupIds.length > 0
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState<unknown>()
  /** Stays the same while the outcome is unknown: when the text is sent again, no one gets it twice. */
  const requestId = useRef<string>(undefined)
  const isScheduled = draft.sendAt !== null
  const isEmpty = draft.text === '' || (splitNumbers(draft.recipients).length === 0 && draft.groupIds.length === 0)

  async function prepareUpload() {
    const names = groups.data?.records.filter(({ groupId }) => draft.groupIds.includes(String(groupId))) ?? []
    const name =
      names
        .map((group) => group.name)
        .join(', ')
        .slice(0, 200) || texts.groupUpload
    const { data } = await api.POST('/uploads/groups', { body: groupUpload(draft, name) })
    const { uploadId } = data as Schemas['Upload']
    await navigate({ to: '/uploads/$uploadId', params: { uploadId: String(uploadId) } })
  }

  async function send() {
    setSending(true)
    setError(undefined)
    requestId.current ??= newId()
    try {
      if (isUpload) return await prepareUpload()
      const { data } = await api.POST('/send', { body: sendRequest(draft, requestId.current) })
      onSent(data as Schemas['Sent'], isScheduled)
    } catch (problem) {
      setError(problem)
    } finally {
      setSending(false)
    }
  }

  function changeAll(part: Partial<Draft>) {
    requestId.current = undefined
    onChange(part)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Paper>
            <Stack gap="lg">
              <RecipientFields draft={draft} onChange={changeAll} />
              <TextField text={draft.text} onChange={(text) => changeAll({ text })} preview={preview} />
              <SendOptions draft={draft} onChange={changeAll} />
            </Stack>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Summary preview={preview}>
            {isUpload && <Alert color="blue">{texts.becomesUpload}</Alert>}
            {error !== undefined && <ErrorState error={error} />}
            <Group grow>
              <Button
                type="submit"
                loading={isSending}
                disabled={isEmpty}
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
    </form>
  )
}

/** The preview of the draft, updated shortly after the last key. */
function usePreview({ text, recipients, groupIds, from }: Draft): Schemas['SendPreview'] | undefined {
  const [asked] = useDebouncedValue(
    { text, ...namedRecipients({ recipients, groupIds }), ...(from !== '' && { from }) },
    250,
  )
  const { data } = queries.useQuery('post', '/send/preview', { body: asked }, { placeholderData: keepPreviousData })
  return data
}

/** Only pages of a secure origin have `randomUUID`. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (octet) => octet.toString(16).padStart(2, '0')).join('')
}
