import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { brand } from '../theme/brand.ts'
import { retitled } from './tab-title.ts'

export interface PageHeaderProps {
  readonly title: string
  /** One sentence on what the page is for. */
  readonly description?: ReactNode
  /** Buttons, to the right of the title. */
  readonly actions?: ReactNode
}

/** The heading of a page; its title is also that of the browser's tab. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = retitled(document.title, `${title} · ${brand.name}`)
  }, [title])
  return (
    <Group justify="space-between" align="flex-start" gap="md" mb="lg">
      <Stack gap={4} maw="42rem" flex="1 1 18rem">
        <Title order={1}>{title}</Title>
        {description !== undefined && (
          <Text c="dimmed" size="sm">
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
