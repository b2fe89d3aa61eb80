import { Alert, Anchor, Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { contactImportTexts } from '../../texts/contact-import.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { type ColumnRole, columnsOf, rolesOf } from './column-roles.ts'
import { ImportResult } from './ImportResult.tsx'
import { MOST_OCTETS, readList } from './read-list.ts'
import { useImport } from './use-import.ts'

/** A list that was chosen, and what its columns have. */
interface List {
  readonly fileName: string
  readonly rows: readonly (readonly string[])[]
  readonly hasHeader: boolean
  readonly roles: readonly ColumnRole[]
}

/** Takes contacts from a list. */
export function ImportPage() {
  const texts = useTexts(contactImportTexts)
  const { number } = useFormatters()
  const [list, setList] = useState<List>()
  const [error, setError] = useState<unknown>()
  const { state, start, stop, reset } = useImport()
  const choose = async (file: File | null) => {
    if (file === null) return
    setError(undefined)
    reset()
    try {
      setList(await open(file, texts))
    } catch (problem) {
      setList(undefined)
      setError(problem)
    }
  }
  const first = list?.hasHeader ? 1 : 0
  const names = list?.hasHeader ? (list.rows[0] ?? []) : []
  const rows = list?.rows.slice(first) ?? []
  const columns = list && columnsOf(list.roles, names)
  const begin = () => {
    if (columns !== undefined) void start({ rows, columns, firstRow: first + 1 })
  }
  return (
    <Stack>
      <Anchor size="sm" renderRoot={(props) => <Link to="/contacts" {...props} />}>
        <IconArrowLeft size={14} aria-hidden /> {texts.allContacts}
      </Anchor>
      <PageHeader title={texts.title} description={texts.description} />
      <Group>
        <FileButton
          onChange={(file) => void choose(file)}
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          inputProps={{ name: 'list' }}
        >
          {(props) => (
            <Button
              {...props}
              variant={list === undefined ? 'filled' : 'default'}
              leftSection={<IconFileSpreadsheet size={16} />}
              disabled={state?.kind === 'running'}
            >
              {list === undefined ? texts.choose : texts.otherFile}
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {list === undefined ? texts.fileHelp : `${list.fileName} · ${texts.rows(number(rows.length))}`}
        </Text>
      </Group>
      {error !== undefined && <ErrorState error={error} />}
      {list && state === undefined && (
        <Paper>
          <Stack>
            <ColumnTable
              rows={list.rows}
              hasHeader={list.hasHeader}
              roles={list.roles}
              onChange={(change) => setList({ ...list, ...change })}
            />
            {columns === undefined && <Alert color="yellow">{texts.noNumber}</Alert>}
            <Group justify="flex-end">
              <Button onClick={begin} disabled={columns === undefined || rows.length === 0}>
                {texts.start(number(rows.length))}
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
      {state && <ImportResult state={state} onStop={stop} onGoOn={begin} />}
    </Stack>
  )
}

async function open(file: File, texts: ReturnType<typeof useTexts<typeof contactImportTexts.en>>): Promise<List> {
  if (file.size > MOST_OCTETS) throw new Error(texts.tooLarge)
  const rows = await readList(file)
  const [row] = rows
  if (row === undefined) throw new Error(texts.empty)
  const { data } = await api.POST('/contacts/columns', { body: { row: row.slice(0, 100) } })
  const { columns, isHeader } = data as Schemas['ColumnGuess']
  return { fileName: file.name, rows, hasHeader: isHeader, roles: rolesOf(columns, row.length) }
}
