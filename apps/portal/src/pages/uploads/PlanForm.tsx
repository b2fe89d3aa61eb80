import { Button, Checkbox, Group, Paper, Select, Stack, Table, Text, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { uploadTexts } from '../../texts/uploads.ts'
import { SecondText } from '../campaigns/SecondText.tsx'
import { OptOutLink } from '../send/OptOutLink.tsx'
import { ChannelSelect } from '../send/SendOptions.tsx'
import { Templates } from '../send/Templates.tsx'
import { useMapping, useMappings } from './mapping-queries.ts'
import { planUpload, useColumns } from './queries.ts'

interface PlanFormProps {
  readonly upload: Schemas['Upload']
  readonly onPlanned: (upload: Schemas['Upload']) => void
}

/** How many rows are shown as samples of the columns. */
const SAMPLES = 4

/** The roles of the columns, and the text. */
export function PlanForm({ upload, onPlanned }: PlanFormProps) {
  const columns = useColumns(upload.uploadId)
  const kept = useMapping(columns.data?.rows[0])
  if (columns.error) return <ErrorState error={columns.error} onRetry={() => void columns.refetch()} />
  if (columns.data === undefined || kept.isLoading) return <LoadingRows />
  const { guess, ...data } = columns.data
  const known = kept.data ? { ...guess, ...kept.data } : guess
  return <Filled upload={upload} columns={{ ...data, guess: known }} onPlanned={onPlanned} />
}

/** The plan to begin with: the existing one, or the guess. */
function firstPlan({ plan }: Schemas['Upload'], { guess, rows }: Schemas['UploadColumns']): Schemas['UploadPlan'] {
  if (plan !== null) return plan
  const { hasHeader, numberColumn, textColumn } = guess
  const text = textColumn === null ? '' : placeholderOf(textColumn, hasHeader, rows[0] ?? [])
  return { hasHeader, numberColumn: numberColumn ?? 0, text }
}

/** By name, if that identifies the column, otherwise by position. */
function placeholderOf(column: number, hasHeader: boolean, header: readonly string[]): string {
  const name = header[column]?.trim() ?? ''
  const isUsable =
    hasHeader && /^[^{}\p{L}]*\p{L}[^{}]*$/u.test(name) && header.indexOf(header[column] as string) === column
  return isUsable ? `{${name}}` : `{${column + 1}}`
}

interface FilledProps extends PlanFormProps {
  readonly columns: Schemas['UploadColumns']
}

function Filled({ upload, columns, onPlanned }: FilledProps) {
  const texts = useTexts(uploadTexts)
  const mappings = useMappings()
  const [plan, setPlan] = useState(() => firstPlan(upload, columns))
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<Schemas['UploadPlan']>) => setPlan((present) => ({ ...present, ...part }))
  const header = columns.rows[0] ?? []
  const nameOf = (column: number) => (plan.hasHeader && header[column]?.trim()) || texts.column({ number: column + 1 })

  async function save() {
    setBusy(true)
    setError(undefined)
    try {
      const { from = '', ...rest } = plan
      const planned = await planUpload(upload.uploadId, { ...rest, ...(from !== '' && { from }) })
      const { hasHeader, numberColumn } = plan
      if (hasHeader) await mappings.note(header, { hasHeader, numberColumn })
      onPlanned(planned)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Paper>
        <Stack gap="lg">
          <Title order={2}>{texts.columns}</Title>
          <SampleTable
            rows={columns.rows.slice(plan.hasHeader ? 1 : 0)}
            names={header.map((_, column) => nameOf(column))}
          />
          <Checkbox
            label={texts.hasHeader}
            name="hasHeader"
            checked={plan.hasHeader}
            onChange={({ currentTarget }) => change({ hasHeader: currentTarget.checked })}
          />
          <Group align="flex-start" grow preventGrowOverflow={false}>
            <Select
              label={texts.numberColumn}
              name="numberColumn"
              allowDeselect={false}
              mt={{ base: 0, sm: '1.3rem' }}
              data={header.map((_, column) => ({ value: String(column), label: nameOf(column) }))}
              value={String(plan.numberColumn)}
              onChange={(column) => change({ numberColumn: Number(column) })}
            />
            <ChannelSelect value={plan.from ?? ''} onChange={(from) => change({ from })} />
          </Group>
          <Stack gap="xs">
            <Textarea
              label={texts.text}
              description={texts.textHelp}
              name="text"
              required
              autosize
              minRows={3}
              value={plan.text}
              onChange={({ currentTarget }) => change({ text: currentTarget.value })}
            />
            <Group gap="xs">
              <Templates text={plan.text} onUse={(text) => change({ text })} />
              <OptOutLink text={plan.text} onChange={(text) => change({ text })} />
              {header.map((cell, column) => {
                const placeholder = placeholderOf(column, plan.hasHeader, header)
                return (
                  <Button
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name and never move.
                    key={`${column} ${cell}`}
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.insert({ name: nameOf(column) })}
                    onClick={() => change({ text: `${plan.text}${placeholder}` })}
                  >
                    {placeholder}
                  </Button>
                )
              })}
            </Group>
          </Stack>
          <SecondText
            comparison={plan.comparison}
            onChange={(comparison) =>
              setPlan(({ comparison: _, ...rest }) => ({ ...rest, ...(comparison && { comparison }) }))
            }
          />
          {error !== undefined && <ErrorState error={error} />}
          <Group>
            <Button
              type="submit"
              loading={isBusy}
              disabled={plan.text.trim() === '' || plan.comparison?.text.trim() === ''}
            >
              {texts.check}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  )
}

function SampleTable({ rows, names }: { readonly rows: readonly string[][]; readonly names: readonly string[] }) {
  return (
    <Table.ScrollContainer minWidth={Math.min(names.length * 120, 900)}>
      <Table verticalSpacing="xs" withTableBorder>
        <Table.Thead>
          <Table.Tr>
            {names.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns may have the same name and never move.
              <Table.Th key={column}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, SAMPLES).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file never move.
            <Table.Tr key={row}>
              {names.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor do its columns.
                <Table.Td key={column}>
                  <Text size="sm" lineClamp={2} dir="auto">
                    {cells[column]}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
