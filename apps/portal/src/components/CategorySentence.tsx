import { Text } from '@mantine/core'
import type { Problem } from '../api/problem.ts'
import { useTexts } from '../language/define-texts.ts'
import { problemTexts } from '../texts/problems.ts'

/** What a problem means as far as its category says, with the API's own words. */
export function CategorySentence({ problem: { category, message } }: { readonly problem: Problem }) {
  const words: Readonly<Record<string, string>> = useTexts(problemTexts)
  return (
    <>
      <Text size="sm">{words[category] ?? message}</Text>
      {words[category] !== undefined && (
        <Text size="sm" c="dimmed" lang="en" dir="ltr">
          {message}
        </Text>
      )}
    </>
  )
}
