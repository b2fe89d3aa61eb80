import { Button, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { ErrorState } from '../../components/ErrorState.tsx'
import { VirtualList } from '../../components/VirtualList.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { contactImportTexts } from '../../texts/contact-import.ts'
import { type ImportState, MOST_PROBLEMS } from './use-import.ts'

interface ImportResultProps {
  readonly state: ImportState
  readonly onStop: () => void
  readonly onGoOn: () => void
  /** Rows with the number of an earlier row; undefined until that is known. */
  readonly doubles: number | undefined
  readonly onSaveRefused: () => void
}

/** The progress of an import, its result, and the rows that were not taken. */
export function ImportResult({ state, onStop, onGoOn, doubles, onSaveRefused }: ImportResultProps) {
  const texts = useTexts(contactImportTexts)
  const { number, percent } = useFormatters()
  const { kind, rows, total, counts, error } = state
  const share = total === 0 ? 1 : rows / total
  const titles = { running: texts.progress, stopped: texts.stopped, done: texts.done }
  return (
    <Stack>
      <Paper>
        <Stack>
          <Group justify="space-between">
            <Title order={2} role="status">
              {titles[kind]}
            </Title>
            <Text size="sm">
              {number(rows)} / {number(total)} · {percent(share)}
            </Text>
          </Group>
          <Progress value={share * 100} aria-label={texts.progress} animated={kind === 'running'} />
          {error !== undefined && <ErrorState error={error} />}
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            {(['added', 'changed', 'unchanged', 'refused'] as const).map((name) => (
              <div key={name}>
                <Text size="sm" c="dimmed">
                  {texts[name]}
                </Text>
                <Text size="xl" fw={600} data-count={name}>
                  {number(counts[name])}
                </Text>
              </div>
            ))}
          </SimpleGrid>
          {doubles !== undefined && doubles > 0 && <Text size="sm">{texts.doubles({ count: number(doubles) })}</Text>}
          <Group justify="flex-end">
            {kind === 'running' && (
              <Button variant="default" onClick={onStop}>
                {texts.stop}
              </Button>
            )}
            {kind === 'stopped' && <Button onClick={onGoOn}>{texts.goOn}</Button>}
          </Group>
        </Stack>
      </Paper>
      {state.problems.length > 0 && <Problems state={state} onSave={onSaveRefused} />}
    </Stack>
  )
}

interface ProblemsProps {
  readonly state: ImportState
  readonly onSave: () => void
}

function Problems({ state: { problems, counts }, onSave }: ProblemsProps) {
  const texts = useTexts(contactImportTexts)
  const { number } = useFormatters()
  return (
    <Paper>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{texts.problems}</Title>
          <Button variant="default" size="xs" leftSection={<IconDownload size={16} aria-hidden />} onClick={onSave}>
            {texts.saveRefused}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {texts.problemsHelp}
          {counts.refused > MOST_PROBLEMS && ` ${texts.moreProblems({ count: number(MOST_PROBLEMS) })}`}
        </Text>
        <VirtualList
          items={problems}
          keyOf={({ row }) => row}
          rowHeight={32}
          label={texts.problems}
          height="20rem"
          renderRow={({ row, mobile, text }) => (
            <Group gap="0 1rem" py={4}>
              <Text size="sm" c="dimmed" w="6rem">
                {texts.row} {number(row)}
              </Text>
              <Text size="sm" w="9rem" truncate>
                {mobile}
              </Text>
              <Text size="sm" style={{ flex: '1 1 16rem' }}>
                {text}
              </Text>
            </Group>
          )}
        />
      </Stack>
    </Paper>
  )
}
