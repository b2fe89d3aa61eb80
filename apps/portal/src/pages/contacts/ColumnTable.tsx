import { Select, Stack, Switch, Table, Text, Title } from '@mantine/core'
import { useTexts } from '../../language/define-texts.ts'
import { contactImportTexts } from '../../texts/contact-import.ts'
import { COLUMN_ROLES, type ColumnRole, withRole } from './column-roles.ts'

/** Most rows that are shown. */
const SHOWN = 5

interface ColumnTableProps {
  readonly rows: readonly (readonly string[])[]
  readonly hasHeader: boolean
  readonly roles: readonly ColumnRole[]
  readonly onChange: (change: { readonly hasHeader?: boolean; readonly roles?: readonly ColumnRole[] }) => void
}

/** The first rows of a list, with the role of each column. */
export function ColumnTable({ rows, hasHeader, roles, onChange }: ColumnTableProps) {
  const texts = useTexts(contactImportTexts)
  const [header = []] = hasHeader ? rows : []
  const nameOf = (column: number) => header[column]?.trim() || texts.column({ number: column + 1 })
  const first = hasHeader ? 1 : 0
  return (
    <Stack>
      <Title order={2}>{texts.columns}</Title>
      <Switch
        label={texts.header}
        checked={hasHeader}
        onChange={({ currentTarget }) => onChange({ hasHeader: currentTarget.checked })}
      />
      <Table.ScrollContainer minWidth={roles.length * 170} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={texts.preview} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              {roles.map((role, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <Table.Th key={column} miw={160}>
                  <Stack gap={4}>
                    <Text size="sm" fw={600} truncate dir="auto">
                      {nameOf(column)}
                    </Text>
                    <Select
                      size="xs"
                      aria-label={texts.roleOf({ column: nameOf(column) })}
                      data={COLUMN_ROLES.map((value) => ({ value, label: texts.roles[value] }))}
                      value={role}
                      allowDeselect={false}
                      onChange={(value) => onChange({ roles: withRole(roles, column, value as ColumnRole) })}
                    />
                  </Stack>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(first, first + SHOWN).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
              <Table.Tr key={index}>
                {roles.map((role, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                  <Table.Td key={column} c={role === 'skip' ? 'dimmed' : undefined}>
                    <Text size="sm" truncate maw="16rem" dir="auto">
                      {row[column]}
                    </Text>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  )
}
