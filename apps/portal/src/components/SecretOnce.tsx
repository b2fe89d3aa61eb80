import { Alert, Code, Group, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'
import { CopyButton } from './CopyButton.tsx'

export interface SecretOnceProps {
  /** What it is: `API key`. */
  readonly label: string
  readonly secret: string
}

/** A secret that has just been created and is never shown again. */
export function SecretOnce({ label, secret }: SecretOnceProps) {
  const { shownOnce } = useTexts(shellTexts)
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />} title={label}>
      <Text size="sm" mb="xs">
        {shownOnce}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code fz="sm" p="xs" style={{ overflowWrap: 'anywhere', flex: 1 }} data-testid="secret">
          {secret}
        </Code>
        <CopyButton value={secret} />
      </Group>
    </Alert>
  )
}
