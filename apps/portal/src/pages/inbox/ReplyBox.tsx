import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler, useDebouncedValue, useHotkeys } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { inboxTexts } from '../../texts/inbox.ts'
import { type Conversation, INBOX } from './use-conversations.ts'

/** The box to write an answer in. */
export function ReplyBox({ conversation }: { readonly conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const queryClient = useQueryClient()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [messageId, setMessageId] = useState(newId)
  const { channelId, contact, mobile, isOptedOut } = conversation
  const reply = useMutation({
    async mutationFn() {
      const params = { path: { channelId, contact } }
      await api.POST('/conversations/{channelId}/{contact}/messages', { params, body: { text, messageId } })
    },
    async onSuccess() {
      setText('')
      setMessageId(newId())
      await queryClient.invalidateQueries({ queryKey: INBOX })
    },
  })
  useHotkeys([['r', () => input.current?.focus()]])
  if (mobile === null || isOptedOut)
    return (
      <Alert color="gray" mt="sm">
        {isOptedOut ? texts.isOptedOut : texts.cannotAnswer}
      </Alert>
    )
  const isSendable = text.trim() !== '' && !reply.isPending
  const send = () => {
    if (isSendable) reply.mutate()
  }
  return (
    <Stack gap="xs" mt="sm">
      {reply.isError && <ErrorState error={reply.error} />}
      <Textarea
        ref={input}
        aria-label={texts.reply}
        placeholder={texts.reply}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={getHotkeyHandler([['mod+Enter', send]])}
      />
      <Group justify="space-between" wrap="nowrap">
        <Size text={text} mobile={mobile} />
        <Button
          leftSection={<IconSend size={16} />}
          onClick={send}
          disabled={text.trim() === ''}
          loading={reply.isPending}
        >
          {texts.send}
        </Button>
      </Group>
    </Stack>
  )
}

/** How many parts the answer needs, and which characters make them shorter. */
function Size({ text, mobile }: { readonly text: string; readonly mobile: string }) {
  const texts = useTexts(inboxTexts)
  const [settled] = useDebouncedValue(text, 200)
  const { data } = useQuery({
    queryKey: ['preview', mobile, settled],
    async queryFn({ signal }) {
      const body = { text: settled, recipients: [`+${mobile}`] }
      return (await api.POST('/send/preview', { body, signal })).data as Schemas['SendPreview']
    },
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  const foreign = [...new Set(data?.beyondGsm.map(({ character }) => character))].slice(0, 5).join(' ')
  return (
    <Text size="xs" c="dimmed" role="status">
      {text === '' || data === undefined ? texts.sendHint : texts.size(data.parts, data.remaining)}
      {text !== '' && foreign !== '' && `, ${texts.beyondGsm(foreign)}`}
    </Text>
  )
}

/**
 * With this id, the answer goes out only once, however often it is submitted. Browsers offer `randomUUID` only on
 * secure pages.
 */
function newId(): string {
  return `portal-${crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`}`
}
