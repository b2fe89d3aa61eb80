import { Code, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { useFormatters } from '../language/language.tsx'
import { shellTexts } from '../texts/shell.ts'

export interface FieldHelpProps {
  /** What the setting does. */
  readonly children: ReactNode
  readonly example?: string
}

/** The `description` of an input: what the setting does, and an example of it. */
export function FieldHelp({ children, example }: FieldHelpProps) {
  const shell = useTexts(shellTexts)
  const { colon } = useFormatters()
  return (
    <Text component="span" size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {children}
      {example !== undefined && (
        <>
          {' '}
          {shell.example}
          {colon}
          <Code>{example}</Code>
        </>
      )}
    </Text>
  )
}
