import { Table, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { ToneBadge } from '../../components/StateBadge.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { uploadTexts } from '../../texts/uploads.ts'
import { PROBLEM_SENTENCES } from './problem-sentences.ts'
import { useFirstRows } from './queries.ts'

const SHOWN = 8

/** The first messages as they will arrive; on a phone each number is above its text. */
export function PreviewRows({ upload }: { readonly upload: Schemas['Upload'] }) {
  const texts = useTexts(uploadTexts)
  const { phone } = useFormatters()
  const rows = useFirstRows(upload.uploadId, SHOWN)
  return (
    <Loaded query={rows} rows={SHOWN} laterProblem="alone">
      {({ records }) => (
        <Table.ScrollContainer minWidth={280}>
          <Table verticalSpacing="xs" horizontalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.row}</Table.Th>
                <Table.Th visibleFrom="sm">{texts.to}</Table.Th>
                <Table.Th w="100%">{texts.text}</Table.Th>
                <Table.Th ta="right">{texts.parts}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {records.map(({ row, to, text, parts, problem }) => (
                <Table.Tr key={row}>
                  <Table.Td>{row}</Table.Td>
                  <Table.Td style={{ whiteSpace: 'nowrap' }} visibleFrom="sm">
                    {to === null ? '–' : phone(to)}
                  </Table.Td>
                  <Table.Td>
                    {to !== null && (
                      <Text size="xs" c="dimmed" hiddenFrom="sm">
                        {phone(to)}
                      </Text>
                    )}
                    {problem === null ? (
                      <Text size="sm" style={{ whiteSpace: 'pre-wrap' }} lineClamp={4} dir="auto">
                        {text}
                      </Text>
                    ) : (
                      <ToneBadge {...PROBLEM_SENTENCES[problem]} text={texts.problems[problem]} />
                    )}
                  </Table.Td>
                  <Table.Td ta="right">{problem === null ? parts : '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Loaded>
  )
}
