import { ActionIcon, CopyButton as Copy, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

/** Copies a text, and confirms it. */
export function CopyButton({ value, label }: { readonly value: string; readonly label?: string }) {
  const { copy, copied } = useTexts(shellTexts)
  return (
    <Copy value={value} timeout={2_000}>
      {({ copied: isCopied, copy: run }) => (
        <Tooltip label={isCopied ? copied : (label ?? copy)}>
          <ActionIcon
            variant="subtle"
            color={isCopied ? 'green' : 'gray'}
            onClick={run}
            aria-label={isCopied ? copied : (label ?? copy)}
          >
            {isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  )
}
