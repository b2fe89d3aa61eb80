import { Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAddressBook, IconDownload, IconPlus, IconSearch, IconUpload, IconUsersGroup } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { apiUrl } from '../../api/client.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useGroups } from '../../components/shared-queries.ts'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { contactTexts } from '../../texts/contacts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { AddContact } from './AddContact.tsx'
import { ContactRow } from './ContactRow.tsx'
import { ChosenBar } from './chosen/ChosenBar.tsx'
import { useChosen } from './chosen/use-chosen.ts'
import type { ContactsSearch } from './contacts-search.ts'
import { GroupsDialog } from './GroupsDialog.tsx'
import { conditionsOf, loadContacts, useContactCount, useContacts } from './queries.ts'

/** The phonebook. */
export function ContactsPage() {
  const texts = useTexts(contactTexts)
  const { pages } = useTexts(shellTexts)
  const search = useSearch({ from: '/shell/contacts' })
  const [dialog, setDialog] = useState<'add' | 'groups'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <PageHeader
        title={pages.contacts}
        description={texts.description}
        actions={
          <>
            <Button variant="default" leftSection={<IconUsersGroup size={16} />} onClick={() => setDialog('groups')}>
              {texts.manageGroups}
            </Button>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} />}
              renderRoot={(props) => <Link to="/contacts/import" {...props} />}
            >
              {texts.import}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              component="a"
              href={apiUrl('/contacts/export', conditionsOf(search))}
              download
            >
              {texts.export}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('add')}>
              {texts.add}
            </Button>
          </>
        }
      />
      <Stack>
        <Filters search={search} />
        <Found search={search} />
      </Stack>
      {dialog === 'add' && <AddContact onClose={close} />}
      {dialog === 'groups' && <GroupsDialog onClose={close} />}
    </>
  )
}

function Filters({ search }: { readonly search: ContactsSearch }) {
  const texts = useTexts(contactTexts)
  const { number } = useFormatters()
  const navigate = useNavigate()
  const groups = useGroups()
  const count = useContactCount()
  const [text, setText] = useState(search.q ?? '')
  const change = (next: ContactsSearch) =>
    void navigate({ to: '/contacts', search: { ...search, ...next }, replace: true })
  const changeText = useDebouncedCallback((q: string) => change({ q: q.trim() || undefined }), 250)
  return (
    <Group align="flex-end">
      <TextInput
        label={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          changeText(value)
        }}
        style={{ flex: '1 1 16rem' }}
      />
      <Select
        label={texts.group}
        placeholder={texts.anyGroup}
        clearable
        searchable
        data={(groups.data ?? []).map(({ groupId, name }) => ({ value: String(groupId), label: name }))}
        value={search.group === undefined ? null : String(search.group)}
        onChange={(value) => change({ group: value === null ? undefined : Number(value) })}
        style={{ flex: '1 1 10rem' }}
      />
      <Select
        label={texts.status}
        placeholder={texts.anyStatus}
        clearable
        data={[
          { value: 'opted-in', label: texts.optedIn },
          { value: 'opted-out', label: texts.optedOut },
        ]}
        value={search.status ?? null}
        onChange={(value) => change({ status: (value ?? undefined) as ContactsSearch['status'] })}
        style={{ flex: '1 1 10rem' }}
      />
      {count.data !== undefined && (
        <Text size="sm" c="dimmed" pb={8} role="status">
          {texts.count({ count: number(count.data) })}
        </Text>
      )}
    </Group>
  )
}

function Found({ search }: { readonly search: ContactsSearch }) {
  const texts = useTexts(contactTexts)
  const query = useContacts(search)
  const contacts = query.data?.pages.flatMap(({ records }) => records) ?? []
  const chosen = useChosen(contacts, JSON.stringify(search))
  const count = useContactCount()
  const isFiltered = Object.values(search).some((condition) => condition !== undefined)
  if (query.isPending) return <LoadingRows rows={10} height={36} />
  if (query.isError && contacts.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (contacts.length === 0 && !query.hasNextPage) {
    return (
      <EmptyState
        Icon={IconAddressBook}
        title={isFiltered ? texts.noneTitle : texts.emptyTitle}
        text={isFiltered ? texts.noneText : texts.emptyText}
      />
    )
  }
  return (
    <Paper p={0} style={{ overflow: 'hidden' }}>
      <ChosenBar
        chosen={chosen}
        shown={contacts}
        {...(query.hasNextPage && {
          rest: { count: isFiltered ? undefined : count.data, load: () => loadContacts(search) },
        })}
      />
      <VirtualList
        items={contacts}
        keyOf={({ mobile }) => mobile}
        rowHeight={57}
        renderRow={(contact) => (
          <ContactRow contact={contact} isChosen={chosen.contacts.has(contact.mobile)} onToggle={chosen.toggle} />
        )}
        label={texts.list}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        isLoadingMore={query.isFetchingNextPage}
        height="max(20rem, calc(100dvh - 25rem))"
      />
    </Paper>
  )
}
