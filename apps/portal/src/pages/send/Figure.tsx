import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

interface FigureProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly isStrong?: boolean
  readonly children: ReactNode
}

/** A line of the summary: what it is, and how much. */
export function Figure({ label, hint, isStrong = false, children }: FigureProps) {
  return (
    <Group justify="space-between" align="baseline" wrap="nowrap" py={4}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <div>
        <Text ta="end" {...(isStrong && { fw: 600, size: 'lg' })}>
          {children}
        </Text>
        {hint !== undefined && (
          <Text size="xs" c="dimmed" ta="end">
            {hint}
          </Text>
        )}
      </div>
    </Group>
  )
}
