import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useInterfaces, useUserKeys } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { developerTexts } from '../../texts/developers.ts'
import { requestTexts } from '../../texts/requests.ts'
import { nameOf, offered } from './interface-names.ts'
import type { RequestSearch } from './request-search.ts'

const TYPING_MS = 250
/** Two side by side on a phone. */
const GROWS = { style: { flex: '1 1 8rem' }, maw: '12rem' }

/** The filters of the log of requests, kept in the address. */
export function RequestFilters({ search }: { readonly search: RequestSearch }) {
  const texts = useTexts(requestTexts)
  const navigate = useNavigate({ from: '/developers' })
  const change = (changed: { [K in keyof RequestSearch]?: RequestSearch[K] | undefined }, replace = false) =>
    void navigate({
      search: (now: RequestSearch) =>
        Object.fromEntries(Object.entries({ ...now, ...changed }).filter(([, value]) => value !== undefined)),
      replace,
      resetScroll: false,
    })
  return (
    <Group role="group" aria-label={texts.filters} align="flex-end" gap="sm" mb="md">
      <InterfaceChoice value={search.interface} onChange={(value) => change({ interface: value })} />
      <KeyChoice value={search.key} onChange={(value) => change({ key: value })} />
      <TypedFilter
        label={texts.status}
        value={search.status}
        onChange={(value) => change({ status: /^\d{3}$/.test(value) ? Number(value) : undefined }, true)}
      />
      <TypedFilter
        label={texts.field}
        value={search.field}
        onChange={(value) => change({ field: value || undefined }, true)}
      />
      <TypedFilter
        label={texts.words}
        value={search.text}
        onChange={(value) => change({ text: value || undefined }, true)}
      />
      {search.request !== undefined && (
        <Button variant="default" onClick={() => change({ request: undefined })}>
          {texts.allRequests({ id: String(search.request) })}
        </Button>
      )}
      <Switch
        label={texts.failedOnly}
        checked={search.failed ?? false}
        mb={8}
        onChange={({ currentTarget }) => change({ failed: currentTarget.checked || undefined })}
      />
    </Group>
  )
}

interface TypedFilterProps {
  readonly label: string
  readonly value: string | number | undefined
  readonly onChange: (value: string) => void
}

/** Searches while the user types. */
function TypedFilter({ label, value, onChange }: TypedFilterProps) {
  const [typed, setTyped] = useState(String(value ?? ''))
  const look = useDebouncedCallback((text: string) => onChange(text.trim()), TYPING_MS)
  return (
    <TextInput
      label={label}
      value={typed}
      maxLength={100}
      {...GROWS}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        look(currentTarget.value)
      }}
    />
  )
}

interface ChoiceProps<T> {
  readonly value: T | undefined
  readonly onChange: (value: T | undefined) => void
}

function InterfaceChoice({ value, onChange }: ChoiceProps<string>) {
  const texts = useTexts(requestTexts)
  const { data } = useInterfaces()
  return (
    <NativeSelect
      label={texts.interface}
      value={value ?? ''}
      {...GROWS}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      data={[
        { value: '', label: texts.any },
        ...offered(data?.records ?? []).map((each) => ({ value: each.instanceId, label: nameOf(each) })),
      ]}
    />
  )
}

/** The user's own keys. */
function KeyChoice({ value, onChange }: ChoiceProps<number>) {
  const texts = useTexts(requestTexts)
  const { keys } = useTexts(developerTexts)
  const { userId } = useMe()
  const { data } = useUserKeys(userId)
  const own = (data?.records ?? []).map(({ keyId, name }) => ({
    value: String(keyId),
    label: name ?? keys.key({ id: keyId }),
  }))
  const isForeign = value !== undefined && !own.some((each) => each.value === String(value))
  return (
    <NativeSelect
      label={texts.key}
      value={value === undefined ? '' : String(value)}
      {...GROWS}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))}
      data={[
        { value: '', label: texts.any },
        ...own,
        ...(isForeign ? [{ value: String(value), label: keys.key({ id: value }) }] : []),
      ]}
    />
  )
}
