import { Button, Group, Stack, Textarea } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useDraft } from '../../session/draft.ts'
import { teamTexts } from '../../texts/team.ts'
import classes from './inbox.module.css'
import { addNote, type ConversationKey, useReloadInbox } from './queries.ts'

/** The longest that the API takes. */
const LONGEST = 2_000

/** The box for a note to colleagues. It looks unlike the one for answers, and never sends anything. */
export function NoteBox({
  conversation,
  onClose,
}: {
  readonly conversation: ConversationKey
  readonly onClose: () => void
}) {
  const texts = useTexts(teamTexts)
  const reload = useReloadInbox()
  const { channelId, contact } = conversation
  const [text, setText] = useDraft(`note ${channelId} ${contact}`, '')
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => input.current?.focus(), [])
  const add = useMutation({
    mutationFn: () => addNote(conversation, text),
    async onSuccess() {
      await reload()
      onClose()
    },
    onError: (error) => notifyProblem(error),
  })
  const save = () => {
    if (text.trim() !== '' && !add.isPending) add.mutate()
  }
  return (
    <Stack gap="xs" mt="sm" p="sm" className={classes.noteBox}>
      <Textarea
        ref={input}
        label={texts.noteLabel}
        description={texts.noteHelp}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LONGEST}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={getHotkeyHandler([
          ['mod+Enter', save],
          ['Escape', onClose],
        ])}
      />
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button size="xs" onClick={save} disabled={text.trim() === ''} loading={add.isPending}>
          {texts.addNote}
        </Button>
      </Group>
    </Stack>
  )
}
