import { Box, Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'

/** A stretch of the text, in UTF-16 code units. */
export interface Mark {
  readonly at: number
  readonly length: number
}

interface MarkedTextareaProps extends Omit<TextareaProps, 'value' | 'styles'> {
  readonly value: string
  readonly marks: readonly Mark[]
}

/** Both layers have to break lines at the same places. */
const LAYER: CSSProperties = {
  fontFamily: 'inherit',
  fontSize: '1rem',
  lineHeight: 1.55,
  padding: '8px 12px',
  borderWidth: 1,
  borderStyle: 'solid',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'break-word',
  letterSpacing: 'normal',
  unicodeBidi: 'plaintext',
}

/**
 * A text field in which some characters are marked: behind it lies the same text, of which only the marks are visible.
 */
export function MarkedTextarea({ value, marks, ...field }: MarkedTextareaProps) {
  return (
    <Textarea
      {...field}
      value={value}
      autosize
      minRows={4}
      styles={{ input: { ...LAYER, background: 'transparent', position: 'relative' } }}
      inputContainer={(input) => (
        <Box
          pos="relative"
          style={{ background: 'var(--mantine-color-body)', borderRadius: 'var(--mantine-radius-md)' }}
        >
          <Box
            aria-hidden
            pos="absolute"
            inset={0}
            style={{ ...LAYER, borderColor: 'transparent', color: 'transparent', overflow: 'hidden' }}
          >
            {layMarks(value, marks)}
          </Box>
          {input}
        </Box>
      )}
    />
  )
}

/** The marks were found in a text that may have changed since, so those that do not fit are left out. */
function layMarks(text: string, marks: readonly Mark[]): readonly ReactNode[] {
  const parts: ReactNode[] = []
  let done = 0
  for (const { at, length } of marks) {
    if (at < done || at + length > text.length) continue
    parts.push(
      text.slice(done, at),
      <mark
        key={at}
        style={{
          background: 'var(--mantine-color-yellow-light)',
          color: 'transparent',
          borderRadius: 2,
          boxShadow: '0 2px 0 var(--mantine-color-yellow-6)',
        }}
      >
        {text.slice(at, at + length)}
      </mark>,
    )
    done = at + length
  }
  return [...parts, text.slice(done)]
}
