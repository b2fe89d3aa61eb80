import { Box, Code } from '@mantine/core'
import { CopyButton } from './CopyButton.tsx'

export interface CodeBlockProps {
  readonly code: string
  /** Describes the text for screen readers. */
  readonly label: string
}

/** Text to be copied as it stands: a command, a program, a body. */
export function CodeBlock({ code, label }: CodeBlockProps) {
  return (
    <Box pos="relative" dir="ltr">
      <Code
        block
        component="pre"
        role="region"
        aria-label={label}
        // A region that scrolls has to be reachable by keyboard.
        tabIndex={0}
        pr={48}
        m={0}
        mah="24rem"
        style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {code}
      </Code>
      <Box pos="absolute" top={6} right={6}>
        <CopyButton value={code} />
      </Box>
    </Box>
  )
}
