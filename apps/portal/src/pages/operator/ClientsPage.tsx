import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { clientTexts } from '../../texts/clients.ts'
import { operatorTexts } from '../../texts/operator.ts'
import { AddClient } from './AddClient.tsx'
import { ClientRow } from './ClientRow.tsx'
import { useClients } from './client-queries.ts'

/** All clients, found by name or id. */
export function ClientsPage() {
  const texts = useTexts(clientTexts)
  const { pages } = useTexts(operatorTexts)
  const [isAdding, setAdding] = useState(false)
  const { search = '' } = useSearch({ from: '/shell/operator/clients' })
  return (
    <>
      <PageHeader
        title={pages.clients}
        description={texts.description}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        }
      />
      <ClientList search={search} />
      {isAdding && <AddClient onClose={() => setAdding(false)} />}
    </>
  )
}

function ClientList({ search }: { readonly search: string }) {
  const texts = useTexts(clientTexts)
  const { number } = useFormatters()
  const query = useClients(search)
  const total = query.data?.pages[0]?.total
  return (
    <Stack>
      <Group>
        <Search search={search} />
        {total !== undefined && (
          <Text size="sm" c="dimmed" role="status">
            {texts.found({ count: number(total) })}
          </Text>
        )}
      </Group>
      <Loaded query={query} height={40}>
        {() => <Found query={query} search={search} />}
      </Loaded>
    </Stack>
  )
}

/** Searches while the user types; the text is kept in the address bar. */
function Search({ search }: { readonly search: string }) {
  const texts = useTexts(clientTexts)
  const navigate = useNavigate({ from: '/operator/clients' })
  const [typed, setTyped] = useState(search)
  const look = useDebouncedCallback((text: string) => {
    void navigate({ search: text === '' ? {} : { search: text }, replace: true })
  }, 200)
  return (
    <TextInput
      leftSection={<IconSearch size={16} aria-hidden />}
      type="search"
      aria-label={texts.search}
      placeholder={texts.search}
      w={{ base: '100%', xs: '20rem' }}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        look(value)
      }}
    />
  )
}

interface FoundProps {
  readonly search: string
  readonly query: ReturnType<typeof useClients>
}

function Found({ query, search }: FoundProps) {
  const texts = useTexts(clientTexts)
  const { pages } = useTexts(operatorTexts)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const clients = data?.pages.flatMap(({ records }) => records) ?? []
  if (clients.length === 0) {
    const words =
      search === ''
        ? { title: texts.emptyTitle, text: texts.emptyText }
        : { title: texts.noneTitle, text: texts.noneText }
    return <EmptyState Icon={IconUsersGroup} {...words} />
  }
  return (
    <Paper p={0} style={{ overflow: 'hidden' }}>
      <VirtualList
        items={clients}
        keyOf={({ clientId }) => clientId}
        rowHeight={61}
        renderRow={(client) => <ClientRow client={client} />}
        label={pages.clients}
        hasMore={hasNextPage}
        isLoadingMore={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      />
    </Paper>
  )
}
