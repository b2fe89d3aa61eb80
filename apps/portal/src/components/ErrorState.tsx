import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { toProblem } from '../api/problem.ts'
import { useTexts } from '../language/define-texts.ts'
import { problemTexts } from '../texts/problems.ts'
import { shellTexts } from '../texts/shell.ts'
import { CategorySentence } from './CategorySentence.tsx'

export interface ErrorStateProps {
  readonly error: unknown
  /** Shows a button to try again. */
  readonly onRetry?: () => void
}

/** What each code means is loaded with the first problem; a gateway that is away cannot be asked for it. */
const CodeSentence = lazy(() => import('./CodeSentence.tsx').catch(() => ({ default: CategorySentence })))

/** Shown instead of something that could not be loaded or done: what happened, and what to do next. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const words = useTexts(problemTexts)
  const shell = useTexts(shellTexts)
  const problem = toProblem(error)
  const details = Object.entries(problem.details)
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.title} role="alert">
      <Stack gap="xs" align="flex-start">
        {problem.category === 'offline' ? (
          <CategorySentence problem={problem} />
        ) : (
          <Suspense>
            <CodeSentence problem={problem} />
          </Suspense>
        )}
        {details.map(([field, text]) => (
          <Text key={field} size="sm">
            <Text span inherit fw={600}>
              {problem.names[field] ?? field}
            </Text>{' '}
            {text}
          </Text>
        ))}
        {onRetry !== undefined && (
          <Button variant="default" size="xs" onClick={onRetry}>
            {shell.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
