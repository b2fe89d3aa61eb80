import { Alert, Anchor, Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { contactImportTexts } from '../../texts/contact-import.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { columnsOf, rolesOf } from './column-roles.ts'
import { ImportResult } from './ImportResult.tsx'
import type { KeptList } from './kept-import.ts'
import { MOST_OCTETS, readList } from './read-list.ts'
import { type ImportPlan, useImport } from './use-import.ts'

/** The chosen list, and the roles of its columns. */
interface List extends KeptList {
  readonly rows: readonly (readonly string[])[]
}

/** Imports contacts from a list. */
export function ImportPage() {
  const texts = useTexts(contactImportTexts)
  const { number } = useFormatters()
  const [list, setList] = useState<List>()
  const [error, setError] = useState<unknown>()
  const { state, start, stop, reset } = useImport(async (kept) => {
    const found = { ...kept, rows: await readList(kept.file) }
    setList(found)
    return planOf(found) as ImportPlan
  })
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
  const plan = useMemo(() => list && planOf(list), [list])
  const count = list === undefined ? 0 : list.rows.length - (list.hasHeader ? 1 : 0)
  const begin = () => {
    if (plan !== undefined) void start(plan)
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
          {list === undefined ? texts.fileHelp : `${list.file.name} · ${texts.rows(number(count))}`}
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
            {plan === undefined && <Alert color="yellow">{texts.noNumber}</Alert>}
            <Group justify="flex-end">
              <Button onClick={begin} disabled={plan === undefined || count === 0}>
                {texts.start(number(count))}
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
  return { file, rows, hasHeader: isHeader, roles: rolesOf(columns, row.length) }
}

/** Undefined while no column is the one with the numbers. */
function planOf({ rows, ...list }: List): ImportPlan | undefined {
  const first = list.hasHeader ? 1 : 0
  const columns = columnsOf(list.roles, list.hasHeader ? (rows[0] ?? []) : [])
  return columns && { list, rows: rows.slice(first), columns, firstRow: first + 1 }
}
