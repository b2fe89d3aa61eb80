import { ActionIcon, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconSend, IconUserOff } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { toProblem } from '../../api/problem.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { inboxTexts } from '../../texts/inbox.ts'
import type { Drafts } from './drafts.ts'
import { Entries } from './Entries.tsx'
import { HandlingBar } from './HandlingBar.tsx'
import { NoteBox } from './NoteBox.tsx'
import { type Conversation, useConversation, useMarkRead } from './queries.ts'
import { ReplyBox } from './ReplyBox.tsx'

interface OpenProps {
  readonly contact: string
  readonly channelId: number | undefined
  /** The conversation as the list has it. */
  readonly known: Conversation | undefined
  readonly drafts: Drafts
  /** Shows the next conversation with unread SMS. */
  readonly onNext: () => void
  /** It fills the page, and has a link back to the list. */
  readonly isAlone: boolean
}

/** The conversation that is open. */
export function OpenConversation({ contact, channelId, known, drafts, onNext, isAlone }: OpenProps) {
  const texts = useTexts(inboxTexts)
  const query = useConversation(contact, channelId, known)
  const conversation = query.data
  useMarkRead(conversation)
  const hasNone = conversation === null || (query.isError && toProblem(query.error).category === 'not-found')
  return (
    <Paper p="sm" style={{ display: 'flex', flexDirection: 'column', height: `calc(100dvh - ${isAlone ? 6 : 13}rem)` }}>
      <Group gap="xs" wrap="nowrap" pb="sm">
        {isAlone && <BackToList />}
        <Stack gap={0} style={{ minWidth: 0, flex: 1 }}>
          <Title order={2} size="h3" lineClamp={1}>
            {conversation?.name || contact}
          </Title>
          <Text size="sm" c="dimmed">
            {conversation?.name ? `${contact} ` : ''}
            {conversation && texts.to({ channel: conversation.channel })}
          </Text>
        </Stack>
        {conversation && <AboutContact conversation={conversation} />}
      </Group>
      {query.isPending && <LoadingRows />}
      {hasNone && <EmptyState title={texts.noneTitle} text={texts.neverWrote} action={<WriteTo contact={contact} />} />}
      {query.isError && !hasNone && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {conversation && (
        <Thread
          key={`${conversation.channelId} ${conversation.contact}`}
          conversation={conversation}
          drafts={drafts}
          onNext={onNext}
        />
      )}
    </Paper>
  )
}

interface ThreadProps extends Pick<OpenProps, 'drafts' | 'onNext'> {
  readonly conversation: Conversation
}

/** What was said and noted, with the boxes to go on. */
function Thread({ conversation, drafts, onNext }: ThreadProps) {
  const [isNoting, setNoting] = useState(false)
  return (
    <>
      <HandlingBar conversation={conversation} onNote={() => setNoting(true)} />
      <Entries conversation={conversation} />
      {isNoting && <NoteBox conversation={conversation} onClose={() => setNoting(false)} />}
      <ReplyBox conversation={conversation} drafts={drafts} onNext={onNext} />
    </>
  )
}

function BackToList() {
  const texts = useTexts(inboxTexts)
  const { channel, ...search } = useSearch({ from: '/shell/inbox' })
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={texts.back}
      renderRoot={(props) => <Link to="/inbox" search={search} {...props} />}
    >
      <IconArrowLeft size={20} />
    </ActionIcon>
  )
}

function WriteTo({ contact }: { readonly contact: string }) {
  const texts = useTexts(inboxTexts)
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} />}
      renderRoot={(props) => <Link to="/send" search={{ to: contact }} {...props} />}
    >
      {texts.writeTo}
    </Button>
  )
}

function AboutContact({ conversation }: { readonly conversation: Conversation }) {
  const texts = useTexts(inboxTexts)
  const { mobile, name, isOptedOut } = conversation
  return (
    <Group gap="sm" wrap="nowrap" style={{ flexShrink: 0 }}>
      {isOptedOut && <ToneBadge color="orange" Icon={IconUserOff} text={texts.optedOut} />}
      {mobile !== null && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/contacts/$mobile" params={{ mobile }} {...props} />}>
          {name || isOptedOut ? texts.contact : texts.addContact}
        </Anchor>
      )}
    </Group>
  )
}
