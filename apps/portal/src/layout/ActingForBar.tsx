import { Button, Group, Paper, Text } from '@mantine/core'
import { IconSwitchHorizontal } from '@tabler/icons-react'
import { actingFor } from '../api/acting-for.ts'
import { useTexts } from '../language/define-texts.ts'
import { useActFor, useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'

/** Shows operators, on every page, which client they see and act for; shows nothing while it is their own. */
export function ActingForBar() {
  const texts = useTexts(shellTexts)
  const { clientName } = useMe()
  const actFor = useActFor()
  if (actingFor() === undefined) return null
  return (
    <Paper role="status" px="md" py="xs" mb="lg" bg="var(--mantine-color-yellow-light)">
      <Group justify="space-between" gap="xs">
        <Group gap="xs" wrap="nowrap">
          <IconSwitchHorizontal size={18} aria-hidden />
          <Text size="sm" fw={600}>
            {texts.actingFor({ name: clientName })}
          </Text>
        </Group>
        <Button size="compact-sm" variant="default" onClick={() => void actFor(undefined)}>
          {texts.stopActing}
        </Button>
      </Group>
    </Paper>
  )
}
