import { Box, Button, Center, Chip, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { uploadTexts } from '../../texts/uploads.ts'
import { PROBLEM_SENTENCES } from './problem-sentences.ts'
import { loadUpload, mendRow, type RowFilter, useLeftOut, useReloadRows } from './queries.ts'
import { SaveLeftOut } from './SaveLeftOut.tsx'

interface LeftOutRowsProps {
  readonly upload: Schemas['Upload']
  /** Absent: rows are shown but cannot be corrected. */
  readonly onChange?: (upload: Schemas['Upload']) => void
}

/** The rows that are left out, with a filter by reason and fields to correct them. */
export function LeftOutRows({ upload, onChange }: LeftOutRowsProps) {
  const texts = useTexts(uploadTexts)
  const { number } = useFormatters()
  const [filter, setFilter] = useState<RowFilter>('any')
  const counts = Object.entries(upload.problems) as [Schemas['UploadProblem'], number][]
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  if (total === 0) return null
  return (
    <Paper component="section" aria-labelledby="upload-left-out">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} id="upload-left-out">
              {texts.problemsTitle({ count: number(total) })}
            </Title>
            {onChange !== undefined && (
              <Text size="sm" c="dimmed">
                {texts.problemsText}
              </Text>
            )}
          </div>
          {upload.keptOctets > 0 && <SaveLeftOut upload={upload} />}
        </Group>
        <Chip.Group value={filter} onChange={(value) => setFilter(value as RowFilter)}>
          <Group gap="xs">
            <Chip value="any" size="xs" variant="outline">
              {texts.all}
            </Chip>
            {counts.map(([problem, count]) => (
              <Chip key={problem} value={problem} size="xs" variant="outline">
                {`${texts.problems[problem]} · ${number(count)}`}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {upload.keptOctets > 0 ? (
          <Rows upload={upload} filter={filter} onChange={onChange} />
        ) : (
          <Text size="sm">{texts.rowsGone}</Text>
        )}
      </Stack>
    </Paper>
  )
}

interface RowsProps extends LeftOutRowsProps {
  readonly filter: RowFilter
  readonly onChange: LeftOutRowsProps['onChange']
}

function Rows({ upload, filter, onChange }: RowsProps) {
  const texts = useTexts(uploadTexts)
  const { uploadId } = upload
  // Rows that are being corrected stay as they are; without that, others may be left out at any time.
  const version = onChange === undefined ? Object.values(upload.problems).join(' ') : ''
  const rows = useLeftOut(uploadId, filter, version)
  return (
    <Loaded query={rows} rows={3} laterProblem="alone">
      {({ pages }) => (
        <Stack gap="xs">
          {pages
            .flatMap(({ records }) => records)
            .map((row) => (
              <LeftOutRow key={row.row} uploadId={uploadId} row={row} onChange={onChange} />
            ))}
          {rows.hasNextPage && (
            <Center>
              <Button variant="default" size="xs" onClick={() => void rows.fetchNextPage()}>
                {texts.more}
              </Button>
            </Center>
          )}
        </Stack>
      )}
    </Loaded>
  )
}

/** Of the longest one: the cells of all rows stand below each other. */
const PROBLEM_WIDTH = '12rem'

interface LeftOutRowProps {
  readonly uploadId: number
  readonly row: Schemas['UploadRow']
  readonly onChange: LeftOutRowsProps['onChange']
}

function LeftOutRow({ uploadId, row, onChange }: LeftOutRowProps) {
  const texts = useTexts(uploadTexts)
  const reloadRows = useReloadRows(uploadId)
  const [cells, setCells] = useState<readonly string[]>(row.cells ?? [])
  const [isBusy, setBusy] = useState(false)
  const isChanged = cells.some((cell, column) => cell !== row.cells?.[column])

  async function mend() {
    setBusy(true)
    try {
      const { problem } = await mendRow(uploadId, row.row, [...cells])
      if (problem === null) notifyDone(texts.mended)
      onChange?.(await loadUpload(uploadId))
      await reloadRows()
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Group gap="xs" wrap="wrap" align="center" role="group" aria-label={texts.cells({ row: row.row })}>
      <Text size="sm" c="dimmed" miw="4rem">
        {`${texts.row} ${row.row}`}
      </Text>
      {row.problem !== null && (
        <Box miw={{ base: 0, sm: PROBLEM_WIDTH }}>
          <ToneBadge {...PROBLEM_SENTENCES[row.problem]} text={texts.problems[row.problem]} />
        </Box>
      )}
      {onChange !== undefined && row.cells !== null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void mend()
          }}
        >
          <Group gap="xs">
            {cells.map((cell, column) => (
              <TextInput
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move.
                key={column}
                size="xs"
                w={140}
                aria-label={texts.column({ number: column + 1 })}
                value={cell}
                onChange={({ currentTarget: { value } }) =>
                  setCells((present) => present.map((each, place) => (place === column ? value : each)))
                }
              />
            ))}
            <Button type="submit" size="xs" variant="light" loading={isBusy} disabled={!isChanged}>
              {texts.mend}
            </Button>
          </Group>
        </form>
      ) : (
        <Text size="sm" lineClamp={1} dir="auto">
          {row.cells?.join(' · ') ?? ''}
        </Text>
      )}
    </Group>
  )
}
