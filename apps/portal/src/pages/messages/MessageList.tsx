import { Box, Button, Group, Loader, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { EntryRow } from './MessageRow.tsx'
import type { MessageSearch } from './message-search.ts'
import classes from './messages.module.css'
import { type Entry, useMessages } from './queries.ts'

/** The messages that match, newest first; scrolling loads more. */
export function MessageList({ search }: { readonly search: MessageSearch }) {
  const texts = useTexts(messagesTexts)
  const everyClient = useEveryClient()
  const found = useMessages(search)
  const nameOf = useClientNames(everyClient ? found.messages.map(clientOf) : [])
  if (found.isPending)
    return (
      <Box px="md">
        <LoadingRows rows={10} height={24} />
      </Box>
    )
  if (found.error !== null && found.messages.length === 0)
    return <ErrorState error={found.error} onRetry={found.retry} />
  if (found.messages.length === 0 && !found.hasMore) return <Nothing search={search} />
  const { columns, facts } = texts
  return (
    <>
      <div className={classes.heads} aria-hidden>
        {[
          columns.accepted,
          columns.to,
          everyClient ? `${facts.client}, ${columns.from}` : columns.from,
          columns.text,
          columns.state,
        ].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      {found.isSearching && <Searching found={found} />}
      <VirtualList
        items={found.messages}
        keyOf={({ direction, id }) => `${direction} ${id}`}
        rowHeight={53}
        label={texts.list}
        renderRow={(entry) => <EntryRow entry={entry} clientName={everyClient && nameOf(clientOf(entry))} />}
        hasMore={found.hasMore && !found.isStopped && found.error === null}
        isLoadingMore={found.isLoadingMore}
        onMore={found.more}
        height="calc(100dvh - 22rem)"
      />
    </>
  )
}

function clientOf(entry: Entry): number {
  return entry.direction === 'sent' ? entry.message.clientId : entry.received.clientId
}

function Searching({ found }: { readonly found: ReturnType<typeof useMessages> }) {
  const texts = useTexts(messagesTexts)
  return (
    <Group gap="sm" px="md" py="xs" role="status">
      {found.isStopped ? (
        <Button size="compact-sm" variant="light" onClick={found.goOn}>
          {texts.goOn}
        </Button>
      ) : (
        <>
          <Loader size="xs" aria-hidden />
          <Text size="sm">{texts.searching}</Text>
          <Button size="compact-sm" variant="subtle" onClick={found.stop}>
            {texts.stop}
          </Button>
        </>
      )}
    </Group>
  )
}

function Nothing({ search }: { readonly search: MessageSearch }) {
  const texts = useTexts(messagesTexts)
  const { filters: _, ...conditions } = search
  const isFiltered = Object.values(conditions).some((value) => value !== undefined)
  if (isFiltered) return <EmptyState title={texts.noneFound} text={texts.noneFoundText} />
  return (
    <EmptyState
      title={texts.none}
      text={texts.noneText}
      action={
        <Button component={Link} to="/send">
          {texts.send}
        </Button>
      }
    />
  )
}
