import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconBuilding } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { actingFor } from '../api/acting-for.ts'
import { queries } from '../api/client.ts'
import { useTexts } from '../language/define-texts.ts'
import { useActFor, useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'

/** How many clients are offered at once; typing finds the others. */
const OFFERED = 20

/** Where operators choose the client they look at and act for. */
export default function ClientSwitch() {
  const texts = useTexts(shellTexts)
  const { clientId, clientName } = useMe()
  const actFor = useActFor()
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search === clientName ? '' : search, 200)
  const { data } = queries.useQuery(
    'get',
    '/clients',
    { params: { query: { limit: OFFERED, ...(asked !== '' && { search: asked }) } } },
    { placeholderData: keepPreviousData },
  )
  const options = new Map([[String(clientId), clientName]])
  for (const client of data?.records ?? []) options.set(String(client.clientId), client.name)
  return (
    <Select
      aria-label={texts.client}
      leftSection={<IconBuilding size={16} aria-hidden />}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={String(clientId)}
      onChange={(value) => value !== null && void actFor(Number(value))}
      searchable
      // The gateway has filtered already.
      filter={({ options: found }) => found}
      searchValue={search}
      onSearchChange={setSearch}
      allowDeselect={false}
      variant={actingFor() === undefined ? 'default' : 'filled'}
      nothingFoundMessage={texts.noSuchClient}
    />
  )
}
