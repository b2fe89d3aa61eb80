import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Problem } from '../api/problem.ts'
import { useTexts } from '../language/define-texts.ts'
import { problemCodeTexts } from '../texts/problem-codes.ts'
import { CategorySentence } from './CategorySentence.tsx'
import { isRemediable } from './remedies.ts'

// It asks who is logged in, and what it needs for that must not be loaded on the login page.
const RemedyLink = lazy(() => import('./RemedyLink.tsx'))

/** What a problem means, and the way to its remedy if there is one. */
export default function CodeSentence({ problem }: { readonly problem: Problem }) {
  const sentences: Readonly<Record<string, string>> = useTexts(problemCodeTexts)
  const { code, message } = problem
  const sentence = sentences[code]
  if (sentence === undefined) return <CategorySentence problem={problem} />
  return (
    <>
      <Text size="sm">{sentence}</Text>
      {isRemediable(code) && (
        <Suspense>
          <RemedyLink code={code} />
        </Suspense>
      )}
      {sentence !== message && (
        <Text size="sm" c="dimmed" lang="en" dir="ltr">
          {message}
        </Text>
      )}
    </>
  )
}
