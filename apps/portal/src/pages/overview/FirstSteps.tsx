import { Anchor, Button, Group, Paper, SimpleGrid, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Schemas } from '../../api/client.ts'
import { type TextsOf, useTexts } from '../../language/define-texts.ts'
import { useFirstStepsChoice } from '../../session/first-steps.ts'
import { firstStepsTexts } from '../../texts/first-steps.ts'
import { useFirstSteps, useLiveFirstSteps } from './first-steps-queries.ts'

type StepName = keyof TextsOf<typeof firstStepsTexts>['steps']

interface Step {
  readonly name: StepName
  /** Where it is done. */
  readonly to: LinkProps['to']
  /** Null: it is not for this user. */
  readonly isDone: boolean | null
}

function stepsOf(facts: Schemas['FirstSteps']): readonly Step[] {
  const steps: readonly Step[] = [
    { name: 'first', to: '/send', isDone: facts.hasSent },
    { name: 'second', to: '/send', isDone: facts.hasSentToSecond },
    { name: 'key', to: '/developers', isDone: facts.hasKey },
    { name: 'webhook', to: '/channels', isDone: facts.hasWebhook },
    { name: 'colleague', to: '/account/users', isDone: facts.hasColleague },
  ]
  return steps.filter(({ isDone }) => isDone !== null)
}

/** What a newcomer can do next. Entries tick themselves off by what there is, however it came about. */
export default function FirstSteps() {
  const [choice, choose] = useFirstStepsChoice()
  return choice === 'hidden' ? null : <StepList isWanted={choice === 'shown'} onHide={() => choose('hidden')} />
}

interface StepListProps {
  readonly isWanted: boolean
  readonly onHide: () => void
}

/** Asks once, and never again for a client that is no longer new: its messages change all the time. */
function StepList({ isWanted, onHide }: StepListProps) {
  const { data } = useFirstSteps()
  const isOver = !isWanted && data?.isNewcomer === false
  useEffect(() => {
    if (isOver) onHide()
  }, [isOver, onHide])
  if (data === undefined || isOver) return null
  if (!isWanted && stepsOf(data).every(({ isDone }) => isDone)) return null
  return <ShownSteps onHide={onHide} />
}

/** Follows what there is. */
function ShownSteps({ onHide }: Pick<StepListProps, 'onHide'>) {
  const texts = useTexts(firstStepsTexts)
  const { data } = useLiveFirstSteps()
  if (data === undefined) return null
  const steps = stepsOf(data)
  const left = steps.filter(({ isDone }) => !isDone).length
  return (
    <Paper component="section" aria-label={texts.title}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{texts.title}</Title>
        <Button variant="subtle" size="xs" onClick={onHide}>
          {texts.hide}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {left === 0 ? texts.allDone : texts.hint}
      </Text>
      <SimpleGrid component="ol" cols={{ base: 1, sm: 2, xl: steps.length }} spacing="md" m={0} p={0}>
        {steps.map((step) => (
          <StepItem key={step.name} step={step} />
        ))}
      </SimpleGrid>
    </Paper>
  )
}

function StepItem({ step: { name, to, isDone } }: { readonly step: Step }) {
  const texts = useTexts(firstStepsTexts)
  const { title, text } = texts.steps[name]
  return (
    <Group component="li" gap="sm" wrap="nowrap" align="flex-start" style={{ listStyle: 'none' }}>
      <ThemeIcon radius="xl" size={24} variant={isDone ? 'filled' : 'outline'} aria-hidden>
        {isDone && <IconCheck size={16} />}
      </ThemeIcon>
      <div>
        {isDone ? (
          <Text size="sm" fw={600}>
            {title} <VisuallyHidden>({texts.done})</VisuallyHidden>
          </Text>
        ) : (
          <Anchor component={Link} to={to as never} size="sm" fw={600} underline="always">
            {title}
          </Anchor>
        )}
        <Text size="xs" c="dimmed">
          {text}
        </Text>
      </div>
    </Group>
  )
}
