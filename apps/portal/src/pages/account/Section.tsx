import { Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

export interface SectionProps {
  readonly title: string
  readonly help: string
  readonly children: ReactNode
}

/** A part of a page, with a heading and a sentence about its purpose. */
export function Section({ title, help, children }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id}>
      <Title order={2} id={id} mb={4}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {help}
      </Text>
      <Stack>{children}</Stack>
    </Paper>
  )
}
