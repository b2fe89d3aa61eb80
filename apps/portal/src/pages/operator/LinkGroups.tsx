import { Group, Stack, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { routingTexts } from '../../texts/routing.ts'

/** The links of a route, group after group, with the share of each. */
export function LinkGroups({ groups }: { readonly groups: readonly (readonly Schemas['RoutedLink'][])[] }) {
  const texts = useTexts(routingTexts)
  const { list, percent } = useFormatters()
  return (
    <Stack gap={4}>
      {groups.map((group, index) => (
        <Group key={group.map(({ link }) => link).join()} gap="md" wrap="nowrap" align="flex-start">
          <Text size="sm" c="dimmed" w="3.5rem" style={{ flex: 'none' }}>
            {index === 0 ? texts.first : texts.thenGroup}
          </Text>
          <Text size="sm">
            {list(group.map(({ link, share }) => (share === 1 ? link : texts.share({ link, share: percent(share) }))))}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
