import { Button } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

/** Shown for addresses that do not exist. */
export function NotFound() {
  const { notFoundTitle, notFoundText, toOverview } = useTexts(shellTexts)
  return (
    <EmptyState
      Icon={IconMapQuestion}
      title={notFoundTitle}
      text={notFoundText}
      action={
        <Button component={Link} to="/" variant="default">
          {toOverview}
        </Button>
      }
    />
  )
}
