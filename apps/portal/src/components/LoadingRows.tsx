import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

export interface LoadingRowsProps {
  /** How many rows the list is likely to have, so that nothing jumps. */
  readonly rows?: number
  /** Height of a row in pixels. */
  readonly height?: number
}

/** Shown instead of a list while it is loading. */
export function LoadingRows({ rows = 6, height = 20 }: LoadingRowsProps) {
  const { loading } = useTexts(shellTexts)
  return (
    <Stack gap="md" py="sm" aria-busy="true">
      <VisuallyHidden role="status">{loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move.
        <Skeleton key={index} height={height} radius="sm" width={`${100 - ((index * 13) % 30)}%`} />
      ))}
    </Stack>
  )
}
