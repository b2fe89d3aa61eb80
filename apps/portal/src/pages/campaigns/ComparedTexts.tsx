import { Paper, Table, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { campaignTexts } from '../../texts/campaigns.ts'
import { useResults } from './use-results.ts'

/** What became of each of two texts; nothing where there is one. */
export function ComparedTexts({ campaign }: { readonly campaign: Schemas['Upload'] }) {
  const texts = useTexts(campaignTexts)
  const { number, percent } = useFormatters()
  const compared = useResults(campaign)?.texts ?? []
  if (compared.length === 0) return null
  const share = (count: number, recipients: number) => `${number(count)} · ${percent(count / recipients)}`
  return (
    <Paper component="section" aria-labelledby="compared-texts">
      <Title order={2} id="compared-texts" mb="sm">
        {texts.compared}
      </Title>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.text}</Table.Th>
              <Table.Th ta="right">{texts.recipients}</Table.Th>
              <Table.Th ta="right">{texts.delivered}</Table.Th>
              <Table.Th ta="right">{texts.replied}</Table.Th>
              <Table.Th ta="right">{texts.optedOut}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {compared.map(({ text, recipients, delivered, replied, optedOut }) => (
              <Table.Tr key={text}>
                <Table.Td>{text}</Table.Td>
                <Table.Td ta="right">{number(recipients)}</Table.Td>
                <Table.Td ta="right">{share(delivered, recipients)}</Table.Td>
                <Table.Td ta="right">{share(replied, recipients)}</Table.Td>
                <Table.Td ta="right">{share(optedOut, recipients)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="sm" c="dimmed" mt="xs">
        {texts.ratesHint}
      </Text>
    </Paper>
  )
}
