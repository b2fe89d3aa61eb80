import { Alert, Anchor, Autocomplete, Button, FileButton, Group, Paper, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useGroups } from '../../components/shared-queries.ts'
import { type KeptMappings, keptMappings } from '../../files/kept-mappings.ts'
import { ListProblem } from '../../files/ListProblem.tsx'
import { ListFault } from '../../files/list-fault.ts'
import { LIST_TYPES } from '../../files/open-list.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { contactImportTexts } from '../../texts/contact-import.ts'
import { saveFile } from '../messages/export-messages.ts'
import { ColumnTable } from './ColumnTable.tsx'
import { type ColumnRole, columnsOf, rolesOf } from './column-roles.ts'
import { useDoubles } from './doubles-queries.ts'
import { ImportResult } from './ImportResult.tsx'
import type { KeptList } from './kept-import.ts'
import { guessColumns } from './queries.ts'
import { readList } from './read-list.ts'
import { refusedRows } from './refused-rows.ts'
import { type ImportPlan, useImport } from './use-import.ts'

/** Rows that the meaning of columns is guessed from, and as much of a cell as that takes. */
const SAMPLE_ROWS = 50
const SAMPLE_CHARACTERS = 300

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
  const { clientId, userId } = useMe()
  const mappings = useMemo(
    () => keptMappings<readonly ColumnRole[]>(`contact-import ${clientId} ${userId} columns`),
    [clientId, userId],
  )
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
      setList(await open(file, mappings))
    } catch (problem) {
      setList(undefined)
      setError(problem)
    }
  }
  const plan = useMemo(() => list && planOf(list), [list])
  const count = list === undefined ? 0 : list.rows.length - (list.hasHeader ? 1 : 0)
  const doubles = useDoubles(plan)
  const begin = () => {
    if (plan === undefined) return
    if (plan.header.length > 0) void mappings.note(plan.header, plan.list.roles)
    void start(plan)
  }
  return (
    <Stack>
      <Anchor size="sm" renderRoot={(props) => <Link to="/contacts" {...props} />}>
        <IconArrowLeft size={14} aria-hidden /> {texts.allContacts}
      </Anchor>
      <PageHeader title={texts.title} description={texts.description} />
      <Group>
        <FileButton onChange={(file) => void choose(file)} accept={LIST_TYPES} inputProps={{ name: 'list' }}>
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
          {list === undefined ? texts.fileHelp : `${list.file.name} · ${texts.rows({ count: number(count) })}`}
        </Text>
      </Group>
      {error !== undefined && <ListProblem error={error} />}
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
            <GroupOfAll
              value={list.group ?? ''}
              onChange={(group) => setList({ ...list, group: group || undefined })}
            />
            {doubles !== undefined && doubles > 0 && <Text size="sm">{texts.doubles({ count: number(doubles) })}</Text>}
            <Group justify="flex-end">
              <Button onClick={begin} disabled={plan === undefined || count === 0}>
                {texts.start({ count: number(count) })}
              </Button>
            </Group>
          </Stack>
        </Paper>
      )}
      {state && (
        <ImportResult
          state={state}
          onStop={stop}
          onGoOn={begin}
          doubles={doubles}
          onSaveRefused={() => plan && saveFile(refusedRows(plan, state.problems, texts.problem))}
        />
      )}
    </Stack>
  )
}

interface GroupOfAllProps {
  readonly value: string
  readonly onChange: (name: string) => void
}

function GroupOfAll({ value, onChange }: GroupOfAllProps) {
  const texts = useTexts(contactImportTexts)
  const groups = useGroups()
  return (
    <Autocomplete
      label={texts.allToGroup}
      description={texts.allToGroupHelp}
      data={(groups.data ?? []).map(({ name }) => name)}
      value={value}
      onChange={onChange}
      maxLength={100}
      limit={50}
      maw={360}
    />
  )
}

/** With the roles that its columns had the last time, or else those that they seem to have. */
async function open(file: File, mappings: KeptMappings<readonly ColumnRole[]>): Promise<List> {
  const rows = await readList(file)
  const [header] = rows
  if (header === undefined) throw new ListFault('empty')
  const known = await mappings.find(header)
  if (known !== undefined) return { file, rows, hasHeader: true, roles: known }
  const sample = rows
    .slice(0, SAMPLE_ROWS)
    .map((row) => row.slice(0, 100).map((cell) => cell.slice(0, SAMPLE_CHARACTERS)))
  const { columns, isHeader } = await guessColumns(sample)
  return { file, rows, hasHeader: isHeader, roles: rolesOf(columns, header.length) }
}

/** Undefined while no column is the one with the numbers. */
function planOf({ rows, ...list }: List): ImportPlan | undefined {
  const first = list.hasHeader ? 1 : 0
  const header = list.hasHeader ? (rows[0] ?? []) : []
  const columns = columnsOf(list.roles, header)
  return columns && { list, header, rows: rows.slice(first), columns, firstRow: first + 1 }
}
