import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { SecretOnce } from '../../components/SecretOnce.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { clientTexts } from '../../texts/clients.ts'
import { newClientTexts } from '../../texts/new-client.ts'
import { shellTexts } from '../../texts/shell.ts'
import type { NamedClient } from './AddClient.tsx'
import { useFirstExample } from './client-queries.ts'

export interface HandOverProps {
  readonly client: NamedClient
  readonly onOpen: () => void
}

/** What the operator passes on to a new client: shown once, as one text to be copied. */
export function HandOver({ client, onOpen }: HandOverProps) {
  const texts = useTexts(newClientTexts)
  const { securityKey } = useTexts(clientTexts)
  const { shownOnce } = useTexts(shellTexts)
  const { colon } = useFormatters()
  const { name, email, added } = client
  // What is without one is still shown.
  const example = useFirstExample(added.key?.apiKey)
  if (example.isPending) return <LoadingRows rows={3} />
  const { user, key, channel } = added
  const lines = [
    ...(user === null
      ? []
      : [
          `${texts.address}${colon}${example.data?.url ?? location.origin}/portal`,
          `${texts.email}${colon}${email}`,
          `${texts.password}${colon}${user.password}`,
        ]),
    ...(key === null ? [] : [`${texts.apiKey}${colon}${key.apiKey}`]),
    ...(example.data?.command === undefined || key === null
      ? []
      : ['', `${texts.example}${colon}`.trimEnd(), example.data.command]),
  ]
  return (
    <Stack>
      {user !== null && (
        <>
          <Alert color="yellow" icon={<IconKey aria-hidden />} title={texts.forClient({ name })}>
            <Text size="sm">
              {shownOnce} {texts.change}
            </Text>
          </Alert>
          <CodeBlock code={lines.join('\n')} label={texts.handOver} />
        </>
      )}
      {channel !== null && <SecretOnce label={securityKey({ address: name })} secret={channel.securityKey} />}
      <Group justify="flex-end">
        <Button onClick={onOpen}>{texts.open}</Button>
      </Group>
    </Stack>
  )
}
