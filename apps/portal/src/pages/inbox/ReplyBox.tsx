import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { getHotkeyHandler, useDebouncedValue } from '@mantine/hooks'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { notifyProblem } from '../../components/notify.tsx'
import { useLetterKeys } from '../../components/use-letter-keys.ts'
import { useTexts } from '../../language/define-texts.ts'
import { inboxTexts } from '../../texts/inbox.ts'
import { AnsweredMeanwhile, answeredMeanwhile } from './AnsweredMeanwhile.tsx'
import { createDraft, type Draft, type Drafts } from './drafts.ts'
import { type Conversation, reply, useReloadInbox, useReplyPreview } from './queries.ts'
import { ReplyTemplates } from './ReplyTemplates.tsx'
import { useAnswering } from './use-answering.ts'

interface ReplyProps {
  readonly conversation: Conversation
  readonly drafts: Drafts
  /** Shows the next conversation with unread SMS. */
  readonly onNext: () => void
}

/** The box to write an answer in. Sending leaves it, so that the keys of the page work again. */
export function ReplyBox({ conversation, drafts, onNext }: ReplyProps) {
  const texts = useTexts(inboxTexts)
  const input = useRef<HTMLTextAreaElement>(null)
  const [draft, setDraft] = useState(() => drafts.get(conversation))
  const isShown = useIsShown()
  const { channelId, contact, name, mobile, isOptedOut } = conversation
  const { text } = draft
  useAnswering(conversation, text)
  const write = (next: Draft) => {
    drafts.set(conversation, next)
    setDraft(next)
  }
  // What a colleague sends from the first letter on has not been seen by who writes.
  const writeText = (next: string) =>
    write(createDraft(next, text === '' ? (conversation.lastOutgoing?.smsId ?? 0) : draft.seenSmsId))
  const sending = useMutation({
    // One after the other.
    scope: { id: `reply ${channelId} ${contact}` },
    mutationFn: ({ text, messageId, seenSmsId }: Draft) => reply(conversation, { text, messageId, seenSmsId }),
    onMutate() {
      drafts.remove(conversation)
      setDraft(createDraft(''))
    },
    onSuccess: useReloadInbox(),
    onError(error, unsent) {
      if (drafts.get(conversation).text === '') write(unsent)
      if (!isShown.current) notifyProblem(error, texts.notSent({ contact: name || contact }))
    },
  })
  useLetterKeys({ r: () => input.current?.focus() })
  if (mobile === null || isOptedOut)
    return (
      <Alert color="gray" mt="sm">
        {isOptedOut ? texts.isOptedOut : texts.cannotAnswer}
      </Alert>
    )
  const leave = () => input.current?.blur()
  const send = () => {
    if (text.trim() === '') return
    leave()
    sending.mutate(draft)
  }
  const sendAndNext = () => {
    if (text.trim() === '') return
    send()
    onNext()
  }
  const overtaken = sending.isError ? answeredMeanwhile(sending.error) : undefined
  const sendAnyway = () => sending.mutate({ ...draft, seenSmsId: undefined })
  return (
    <Stack gap="xs" mt="sm">
      {overtaken !== undefined && text.trim() !== '' && <AnsweredMeanwhile problem={overtaken} onSend={sendAnyway} />}
      {sending.isError && overtaken === undefined && <ErrorState error={sending.error} />}
      <Textarea
        ref={input}
        aria-label={texts.reply}
        placeholder={texts.reply}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={10_000}
        value={text}
        onChange={({ currentTarget }) => writeText(currentTarget.value)}
        onKeyDown={getHotkeyHandler([
          ['mod+Enter', send],
          ['mod+shift+Enter', sendAndNext],
          ['Escape', leave],
        ])}
      />
      <Group justify="space-between">
        <Size text={text} mobile={mobile} />
        <ReplyTemplates text={text} mobile={mobile} onUse={writeText} />
        <Group gap="xs" justify="flex-end" ms="auto">
          <Button variant="default" onClick={sendAndNext} disabled={text.trim() === ''} visibleFrom="sm">
            {texts.sendAndNext}
          </Button>
          <Button
            leftSection={<IconSend size={16} />}
            onClick={send}
            disabled={text.trim() === ''}
            loading={sending.isPending}
          >
            {texts.send}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

/** How many parts the answer needs, and which characters make them shorter. */
function Size({ text, mobile }: { readonly text: string; readonly mobile: string }) {
  const texts = useTexts(inboxTexts)
  const [settled] = useDebouncedValue(text, 200)
  const { data } = useReplyPreview(settled, mobile)
  const foreign = [...new Set(data?.beyondGsm.map(({ character }) => character))].slice(0, 5).join(' ')
  return (
    <Text size="xs" c="dimmed" role="status">
      {text === '' || data === undefined
        ? texts.sendHint
        : texts.size({ parts: data.parts, remaining: data.remaining })}
      {text !== '' && foreign !== '' && `, ${texts.beyondGsm({ characters: foreign })}`}
    </Text>
  )
}

/** Whether the component is still on the page, for what ends later. */
function useIsShown() {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
