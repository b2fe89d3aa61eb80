import { Group, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChangeEvent, useEffect, useState } from 'react'
import { actingFor } from '../../api/acting-for.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useEveryClient } from '../../session/every-client.ts'
import { useMe } from '../../session/session.ts'
import { auditLogTexts } from '../../texts/audit-log.ts'
import { AuditRow } from './AuditRow.tsx'
import { ExportAudit } from './ExportAudit.tsx'
import { useAuditLog } from './queries.ts'

const ROW_HEIGHT = 64

/** While someone types, nothing is looked for. */
const PAUSE_MS = 300

interface Filter {
  readonly action: string | null
  readonly clientId: string
  readonly person: string
  readonly object: string
}

/** Texts that are empty, and a client that is no number, narrow nothing. */
function queryOf({ action, clientId, person, object }: Filter) {
  const id = Number(clientId)
  return {
    action: action ?? undefined,
    clientId: Number.isSafeInteger(id) && id > 0 ? id : undefined,
    person: person.trim() || undefined,
    object: object.trim() || undefined,
  }
}

/** What is looked for, which the address has as well. */
function useFilter() {
  const { action = null, clientId, person = '', object = '' } = useSearch({ from: '/shell/account/audit-log' })
  const navigate = useNavigate({ from: '/account/audit-log' })
  const [filter, setFilter] = useState<Filter>({ action, clientId: String(clientId ?? ''), person, object })
  useEffect(() => void navigate({ search: queryOf(filter), replace: true }), [navigate, filter])
  return [filter, setFilter] as const
}

/** Who did what. */
export function AuditLogPage() {
  const texts = useTexts(auditLogTexts)
  const { role } = useMe()
  const [filter, setFilter] = useFilter()
  const [settled] = useDebouncedValue(filter, PAUSE_MS)
  const asked = queryOf(settled)
  const field = (name: 'clientId' | 'person' | 'object') => ({
    name,
    value: filter[name],
    label: texts.filters[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) =>
      setFilter((current) => ({ ...current, [name]: value })),
  })
  const query = useAuditLog(asked)
  const entries = query.data?.pages.flatMap(({ records }) => records) ?? []
  const everyClient = useEveryClient()
  const nameOf = useClientNames(everyClient ? entries.flatMap(({ clientId }) => clientId ?? []) : [])
  return (
    <>
      <PageHeader title={texts.title} description={texts.help[role]} actions={<ExportAudit query={asked} />} />
      <Group gap="md" align="flex-end" mb="md">
        <Select
          label={texts.filter}
          placeholder={texts.all}
          data={Object.entries(texts.actions).map(([value, label]) => ({ value, label }))}
          value={filter.action}
          onChange={(action) => setFilter((current) => ({ ...current, action }))}
          clearable
          searchable
          clearButtonProps={{ 'aria-label': texts.all }}
        />
        {role === 'operator' && actingFor() === undefined && <TextInput {...field('clientId')} inputMode="numeric" />}
        {role !== 'user' && <TextInput {...field('person')} maxLength={254} />}
        <TextInput {...field('object')} maxLength={200} placeholder={texts.objectExample} />
      </Group>
      <Loaded query={query} rows={8} height={36} laterProblem="above">
        {() => entries.length === 0 && <EmptyState title={texts.empty} text={texts.emptyText} Icon={IconHistory} />}
      </Loaded>
      {entries.length > 0 && (
        <VirtualList
          items={entries}
          keyOf={({ auditId }) => auditId}
          rowHeight={ROW_HEIGHT}
          renderRow={(entry) => (
            <AuditRow
              entry={entry}
              clientName={everyClient && entry.clientId !== null ? nameOf(entry.clientId) : null}
            />
          )}
          label={texts.title}
          hasMore={query.hasNextPage}
          onMore={() => void query.fetchNextPage()}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </>
  )
}
