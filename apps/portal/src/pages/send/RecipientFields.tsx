import { Loader, MultiSelect, Select, SimpleGrid, Stack, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useGroups } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { sendTexts } from '../../texts/send.ts'
import type { Draft } from './draft.ts'
import { useFound } from './queries.ts'

interface RecipientFieldsProps {
  readonly draft: Draft
  readonly onChange: (change: Partial<Draft>) => void
}

/** The recipients: numbers typed or pasted, contacts, groups. */
export function RecipientFields({ draft, onChange }: RecipientFieldsProps) {
  const texts = useTexts(sendTexts)
  const { data: known = [] } = useGroups()
  return (
    <Stack gap="sm">
      <Textarea
        label={texts.recipients}
        description={texts.recipientsHelp}
        name="recipients"
        dir="ltr"
        placeholder={'082 123 4567\n+27 83 765 4321'}
        autosize
        minRows={2}
        maxRows={8}
        value={draft.recipients}
        onChange={({ currentTarget }) => onChange({ recipients: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <ContactPicker
          onPick={(mobile) =>
            onChange({
              recipients: `${draft.recipients.trimEnd()}${draft.recipients.trim() === '' ? '' : '\n'}+${mobile}`,
            })
          }
        />
        <MultiSelect
          label={texts.groups}
          description={texts.groupsHelp}
          data={known.map(({ groupId, name }) => ({ value: String(groupId), label: name }))}
          value={[...draft.groupIds]}
          onChange={(groupIds) => onChange({ groupIds })}
          searchable
          clearable
          disabled={known.length === 0}
        />
      </SimpleGrid>
    </Stack>
  )
}

/** Finds contacts by name or number; a chosen one is passed on, and the field is cleared. */
function ContactPicker({ onPick }: { readonly onPick: (mobile: string) => void }) {
  const texts = useTexts(sendTexts)
  const { phone } = useFormatters()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), 200)
  const found = useFound(asked)
  const contacts = asked === '' ? [] : (found.data?.records ?? [])
  return (
    <Select
      label={texts.addContact}
      description={texts.addContactHelp}
      searchable
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      data={contacts.map(({ mobile, name }) => ({
        value: mobile,
        label: name === '' ? phone(mobile) : `${name} · ${phone(mobile)}`,
      }))}
      nothingFoundMessage={asked === '' || found.isLoading ? undefined : texts.noContacts}
      rightSection={found.isLoading ? <Loader size="xs" /> : undefined}
      onChange={(mobile) => {
        if (mobile !== null) onPick(mobile)
        setSearch('')
      }}
    />
  )
}
