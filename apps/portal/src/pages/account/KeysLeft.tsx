import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { removeUserKey, useReloadUserKeys } from '../../components/shared-queries.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { accountTexts } from '../../texts/account.ts'

export interface KeysLeftProps {
  /** The keys of one user that go on working after its password was changed. */
  readonly keys: readonly Schemas['ApiKey'][]
  readonly onEnded: () => void
}

/** Tells which keys do not end with the old password, and offers to end them. */
export function KeysLeft({ keys, onEnded }: KeysLeftProps) {
  const { keysLeft: texts } = useTexts(accountTexts)
  const reload = useReloadUserKeys()
  const end = useMutation({
    async mutationFn() {
      for (const { userId, keyId } of keys) await removeUserKey(userId, keyId)
    },
    async onSuccess() {
      notifyDone(texts.ended)
      onEnded()
      await reload()
    },
    onError: (error) => notifyProblem(error),
  })
  if (keys.length === 0) return null
  return (
    <Alert color="yellow" icon={<IconKey size={20} aria-hidden />} title={texts.title}>
      <Stack gap="sm">
        <Text size="sm">{texts.text}</Text>
        <List size="sm">
          {keys.map(({ keyId, scope, createdAt }) => (
            <List.Item key={keyId}>
              {scope === 'portal' ? texts.portalKey({ id: keyId }) : texts.key({ id: keyId })}{' '}
              <TimeText moment={createdAt} />
            </List.Item>
          ))}
        </List>
        <Group>
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {texts.end}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
