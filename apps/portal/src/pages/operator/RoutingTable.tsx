import { Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { type TextsOf, useTexts } from '../../language/define-texts.ts'
import type { Formatters } from '../../language/formatters.ts'
import { useFormatters } from '../../language/language.tsx'
import { routingTexts } from '../../texts/routing.ts'
import { LinkGroups } from './LinkGroups.tsx'

/** The rules in order, and the routes they lead to. */
export function RoutingTable({ table: { rules, routes } }: { readonly table: Schemas['RoutingTable'] }) {
  const texts = useTexts(routingTexts)
  return (
    <>
      <Paper component="section" aria-labelledby="rules">
        <Title order={2} id="rules">
          {texts.rules}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          {rules.length === 0 ? texts.noRules : texts.rulesHelp}
        </Text>
        {rules.length > 0 && <Rules rules={rules} />}
      </Paper>
      <Stack component="section" aria-labelledby="routes" gap="sm">
        <Title order={2} id="routes">
          {texts.routes}
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {routes.map(({ name, groups }) => (
            <Paper key={name}>
              <Title order={3} mb="xs">
                {name}
              </Title>
              <LinkGroups groups={groups} />
            </Paper>
          ))}
        </SimpleGrid>
      </Stack>
    </>
  )
}

function Rules({ rules }: Pick<Schemas['RoutingTable'], 'rules'>) {
  const texts = useTexts(routingTexts)
  const { list } = useFormatters()
  const area = { tabIndex: 0, role: 'region', 'aria-label': texts.rules }
  return (
    <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: area }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.oneRule}</Table.Th>
            <Table.Th>{texts.when}</Table.Th>
            <Table.Th>{texts.route}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is known by its position.
            <Table.Tr key={index}>
              <Table.Td>{rule.name ?? texts.rule({ position: String(index + 1) })}</Table.Td>
              <Table.Td>
                <Stack gap={2}>
                  {describeConditions(rule.when, texts, list).map((line) => (
                    <Text key={line} size="sm">
                      {line}
                    </Text>
                  ))}
                </Stack>
              </Table.Td>
              <Table.Td fw={600}>{rule.route}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

/** A readable line for each condition. */
function describeConditions(
  { parts, ...lists }: Schemas['RuleConditions'],
  texts: TextsOf<typeof routingTexts>,
  list: Formatters['list'],
): readonly string[] {
  const lines = Object.entries(lists).map(
    ([name, values]) => `${texts.conditions[name as keyof typeof lists]} ${values.join(texts.or)}`,
  )
  const sizes = [
    ...(parts?.min === undefined ? [] : [texts.atLeast({ parts: String(parts.min) })]),
    ...(parts?.max === undefined ? [] : [texts.atMost({ parts: String(parts.max) })]),
  ]
  const all = sizes.length === 0 ? lines : [...lines, `${texts.conditions.parts} ${list(sizes)}`]
  return all.length === 0 ? [texts.always] : all
}
