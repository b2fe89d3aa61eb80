import { Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './phones.module.css'

interface Step {
  readonly title: string
  readonly text: string
}

/** Steps in order; the first `done` of them are done. */
export function Steps({ steps, done }: { readonly steps: readonly Step[]; readonly done: number }) {
  return (
    <SimpleGrid component="ol" className={classes.steps} cols={{ base: 1, sm: 2, xl: 4 }} spacing="lg" mb="lg">
      {steps.map(({ title, text }, index) => (
        <Group
          key={title}
          component="li"
          gap="sm"
          wrap="nowrap"
          align="flex-start"
          aria-current={index === done ? 'step' : undefined}
        >
          <ThemeIcon radius="xl" size={32} variant={index < done ? 'filled' : 'outline'}>
            {index < done ? <IconCheck size={18} aria-hidden /> : <span>{index + 1}</span>}
          </ThemeIcon>
          <div>
            <Text fw={600} size="sm">
              {title}
            </Text>
            <Text size="xs" c="dimmed">
              {text}
            </Text>
          </div>
        </Group>
      ))}
    </SimpleGrid>
  )
}
