import { NativeSelect, Paper, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { inboxTexts } from '../../texts/inbox.ts'
import { teamTexts } from '../../texts/team.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { FOLDERS, type Folder, type InboxSearch, shownFolder } from './inbox-search.ts'
import type { Found } from './use-found.ts'

/** The conversations, with filters. */
export function ConversationList({ found }: { readonly found: Found }) {
  const texts = useTexts(inboxTexts)
  const team = useTexts(teamTexts)
  const search = useSearch({ from: '/shell/inbox' })
  const navigate = useNavigate()
  const [typed, setTyped] = useState(search.q ?? '')
  const change = (next: InboxSearch) => void navigate({ to: '.', search: { ...search, ...next }, replace: true })
  const changeQuery = useDebouncedCallback((text: string) => change({ q: text.trim() || undefined }), 250)
  return (
    <Paper p={0} style={{ overflow: 'hidden' }}>
      <Stack gap="xs" p="sm">
        <SegmentedControl
          fullWidth
          aria-label={texts.which}
          value={search.unread ? 'unread' : 'all'}
          onChange={(value) => change({ unread: value === 'unread' || undefined })}
          data={[
            { value: 'all', label: texts.all },
            { value: 'unread', label: texts.unread },
          ]}
        />
        <NativeSelect
          aria-label={team.folder}
          value={shownFolder(search)}
          onChange={({ currentTarget: { value } }) => change({ folder: value as Folder })}
          data={FOLDERS.map((value) => ({ value, label: team.folders[value] }))}
        />
        <TextInput
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            changeQuery(value)
          }}
        />
      </Stack>
      <FoundRows {...found} />
    </Paper>
  )
}

function FoundRows({ conversations, isLoading, error, retry, hasMore, isLoadingMore, loadMore }: Found) {
  const texts = useTexts(inboxTexts)
  const team = useTexts(teamTexts)
  const { unread, q, folder } = useSearch({ from: '/shell/inbox' })
  if (isLoading)
    return (
      <Stack px="sm">
        <LoadingRows rows={8} height={44} />
      </Stack>
    )
  if (error !== null && conversations.length === 0)
    return (
      <Stack p="sm">
        <ErrorState error={error} onRetry={retry} />
      </Stack>
    )
  if (conversations.length === 0 && !hasMore) {
    if (q !== undefined) return <EmptyState title={texts.noneTitle} text={texts.noneFound} />
    if (folder !== undefined && folder !== 'any') return <EmptyState title={texts.noneTitle} text={team.emptyFolder} />
    if (unread) return <EmptyState title={texts.noneTitle} text={texts.noneUnread} />
    return <EmptyState title={texts.emptyTitle} text={texts.emptyText} />
  }
  return (
    <VirtualList
      items={conversations}
      keyOf={({ channelId, contact }) => `${channelId} ${contact}`}
      rowHeight={73}
      renderRow={(conversation) => <ConversationRow conversation={conversation} />}
      label={texts.list}
      hasMore={hasMore}
      onMore={loadMore}
      isLoadingMore={isLoadingMore}
      height="calc(100dvh - 23rem)"
    />
  )
}
