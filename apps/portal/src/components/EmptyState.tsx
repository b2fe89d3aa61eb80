import { Center, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconInbox, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  /** What would be here, and how it gets here. */
  readonly text?: ReactNode
  readonly Icon?: TablerIcon
  /** A button that helps to fill it. */
  readonly action?: ReactNode
}

/** Shown instead of an empty list. */
export function EmptyState({ title, text, Icon = IconInbox, action }: EmptyStateProps) {
  return (
    <Center py="xl">
      <Stack align="center" gap="xs" maw="26rem" ta="center">
        <ThemeIcon size={48} radius="xl" variant="light" color="gray" aria-hidden>
          <Icon size={24} stroke={1.5} />
        </ThemeIcon>
        <Title order={2} size="h3">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" size="sm">
            {text}
          </Text>
        )}
        {action}
      </Stack>
    </Center>
  )
}
