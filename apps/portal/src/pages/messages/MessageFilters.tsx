import {
  Autocomplete,
  Button,
  Collapse,
  Group,
  MultiSelect,
  Pill,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useChannels, useInterfaces } from '../../components/shared-queries.ts'
import { STATE_GROUP_NAMES, STATE_GROUPS } from '../../components/state-groups.ts'
import { useCalendarWords } from '../../components/use-calendar-words.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { messagesTexts } from '../../texts/messages.ts'
import { stateGroupTexts } from '../../texts/state-groups.ts'
import { stateTexts } from '../../texts/states.ts'
import {
  type Direction,
  itemsOf,
  joinItems,
  type MessageSearch,
  TERMS,
  type TermField,
  toTerm,
} from './message-search.ts'
import { originsOf } from './origins.ts'

export interface MessageFiltersProps {
  readonly search: MessageSearch
  readonly onChange: (search: MessageSearch) => void
}

/** The filters of the list. */
export function MessageFilters({ search, onChange }: MessageFiltersProps) {
  const texts = useTexts(messagesTexts)
  const isOpen = search.filters ?? hasFilters(search)
  const merge = (change: Partial<MessageSearch>) => onChange({ ...search, ...change })
  // The filters stay open when the last of them is emptied.
  const set = (change: Partial<MessageSearch>) => merge({ filters: true, ...change })
  return (
    <Stack gap="sm" mb="md">
      <Group gap="xs" align="flex-end">
        <TermInput onSearch={(field, value) => merge({ [field]: value })} />
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => merge({ filters: !isOpen })}
          aria-expanded={isOpen}
        >
          {texts.filters}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="xs">
          <DirectionInput value={search.direction} onChange={(direction) => set({ direction })} />
          <StateInput value={search.state} onChange={(state) => set({ state })} />
          <OriginInput value={search.origin} onChange={(origin) => set({ origin })} />
          <ChannelInput key={search.from} value={search.from} onChange={(from) => set({ from })} />
          <TimeInput label={texts.since} value={search.since} onChange={(since) => set({ since })} />
          <TimeInput label={texts.until} value={search.until} onChange={(until) => set({ until })} />
        </SimpleGrid>
      </Collapse>
      <ActiveFilters search={search} onChange={onChange} />
    </Stack>
  )
}

function hasFilters({ direction, state, origin, from }: MessageSearch): boolean {
  return direction !== undefined || state !== undefined || origin !== undefined || from !== undefined
}

function TermInput({ onSearch }: { readonly onSearch: (field: TermField, value: string | number) => void }) {
  const texts = useTexts(messagesTexts)
  const [field, setField] = useState<TermField>('to')
  const [value, setValue] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() === '') return
    onSearch(field, toTerm(value.trim()))
    setValue('')
  }
  return (
    <search style={{ flex: '1 1 18rem', maxWidth: '42rem' }}>
      <form onSubmit={submit}>
        <Group gap="xs" wrap="nowrap" align="flex-end">
          <Select
            aria-label={texts.searchBy}
            w="9rem"
            data={TERMS.map((name) => ({ value: name, label: texts.terms[name] }))}
            value={field}
            onChange={(chosen) => setField((chosen ?? 'to') as TermField)}
            allowDeselect={false}
          />
          <TextInput
            style={{ flex: 1 }}
            aria-label={texts.searchFor}
            placeholder={texts.terms[field]}
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
            leftSection={<IconSearch size={16} aria-hidden />}
            type="search"
          />
          <Button type="submit" visibleFrom="xs">
            {texts.search}
          </Button>
        </Group>
      </form>
    </search>
  )
}

interface ListInput {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

interface DirectionInputProps {
  readonly value: Direction | undefined
  readonly onChange: (direction: Direction | undefined) => void
}

function DirectionInput({ value, onChange }: DirectionInputProps) {
  const texts = useTexts(messagesTexts)
  return (
    <Select
      label={texts.direction}
      data={(['sent', 'received', 'both'] as const).map((each) => ({ value: each, label: texts.directions[each] }))}
      value={value ?? 'sent'}
      onChange={(chosen) => onChange(chosen === 'received' || chosen === 'both' ? chosen : undefined)}
      allowDeselect={false}
    />
  )
}

function StateInput({ value, onChange }: ListInput) {
  const texts = useTexts(messagesTexts)
  const words = useTexts(stateTexts)
  const groups = useTexts(stateGroupTexts)
  const data = STATE_GROUP_NAMES.map((group) => ({
    group: groups[group],
    items: STATE_GROUPS[group].states.map((state) => ({ value: state as string, label: words[state] })),
  }))
  const chosen = itemsOf(value)
  return (
    <MultiSelect
      label={texts.state}
      placeholder={chosen.length === 0 ? texts.anyState : undefined}
      data={data}
      value={chosen}
      onChange={(states) => onChange(joinItems(states))}
      clearable
    />
  )
}

function OriginInput({ value, onChange }: ListInput) {
  const texts = useTexts(messagesTexts)
  const { data } = useInterfaces()
  const chosen = itemsOf(value)
  return (
    <MultiSelect
      label={texts.origin}
      placeholder={chosen.length === 0 ? texts.anyOrigin : undefined}
      data={[...new Set([...originsOf(data?.records ?? []), ...chosen])]}
      value={chosen}
      onChange={(origins) => onChange(joinItems(origins))}
      searchable
      clearable
    />
  )
}

interface ChannelInputProps {
  readonly value: string | number | undefined
  readonly onChange: (value: string | number | undefined) => void
}

/** Users who may see the channels choose one; others type it. */
function ChannelInput({ value, onChange }: ChannelInputProps) {
  const texts = useTexts(messagesTexts)
  const { role } = useMe()
  const { data } = useChannels({ enabled: role !== 'user' })
  const known = (data?.records ?? []).map(({ address }) => address)
  const chosen = value === undefined ? '' : String(value)
  const [typed, setTyped] = useState(chosen)
  const take = (address: string) => {
    if (address !== chosen) onChange(address === '' ? undefined : toTerm(address))
  }
  return (
    <Autocomplete
      label={texts.channel}
      placeholder={texts.anyChannel}
      data={[...new Set(known)]}
      value={typed}
      onChange={setTyped}
      onOptionSubmit={take}
      onBlur={() => take(typed.trim())}
      onKeyDown={(event) => event.key === 'Enter' && take(typed.trim())}
    />
  )
}

function TimeInput({ label, value, onChange }: ListInput & { readonly label: string }) {
  const { anyTime, calendar, takeTime } = useTexts(messagesTexts)
  const { dateTime } = useFormatters()
  const words = useCalendarWords()
  return (
    <DateTimePicker
      label={label}
      placeholder={anyTime}
      ariaLabels={calendar}
      {...words}
      valueFormat={(time) => dateTime(instantOf(time))}
      // The library refers to an element that there is not.
      popoverProps={{ attributes: { dropdown: { 'aria-label': label } } }}
      submitButtonProps={{ 'aria-label': takeTime }}
      value={value === undefined ? null : localTime(value)}
      onChange={(time) => onChange(time === null ? undefined : instantOf(time))}
      clearable
    />
  )
}

/** The moment of what the picker has. */
function instantOf(time: string): string {
  return new Date(time.replace(' ', 'T')).toISOString()
}

/** `YYYY-MM-DD HH:mm:ss` in the viewer's zone, which is the format of the picker. */
function localTime(moment: string): string {
  const time = new Date(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}

/** Every active filter, each with a button to remove it. */
function ActiveFilters({ search, onChange }: MessageFiltersProps) {
  const texts = useTexts(messagesTexts)
  const words = useTexts(stateTexts)
  const { colon, dateTime, list } = useFormatters()
  const shown: (readonly [name: keyof MessageSearch, text: string])[] = []
  for (const name of TERMS)
    if (search[name] !== undefined) shown.push([name, `${texts.terms[name]}${colon}${search[name]}`])
  if (search.direction !== undefined) shown.push(['direction', texts.directions[search.direction]])
  const states = itemsOf(search.state).map((state) => words[state as keyof typeof words] ?? state)
  if (states.length > 0) shown.push(['state', list(states)])
  if (search.origin !== undefined) shown.push(['origin', `${texts.origin}${colon}${list(itemsOf(search.origin))}`])
  if (search.from !== undefined) shown.push(['from', `${texts.channel}${colon}${search.from}`])
  if (search.since !== undefined) shown.push(['since', `${texts.since}${colon}${dateTime(search.since)}`])
  if (search.until !== undefined) shown.push(['until', `${texts.until}${colon}${dateTime(search.until)}`])
  if (shown.length === 0) return null
  return (
    <Group gap="xs">
      {shown.map(([name, text]) => (
        <Pill
          key={name}
          size="md"
          withRemoveButton
          onRemove={() => onChange({ ...search, [name]: undefined })}
          removeButtonProps={{ 'aria-label': texts.remove({ what: text }), tabIndex: 0, 'aria-hidden': false }}
        >
          {text}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange({})}>
        {texts.clear}
      </Button>
    </Group>
  )
}
