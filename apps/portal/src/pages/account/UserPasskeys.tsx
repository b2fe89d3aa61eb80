import { Button, Group, Text } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { passkeyTexts } from '../../texts/passkeys.ts'
import { removePasskeysOf, usePasskeysOf, useReloadPasskeys } from './queries.ts'

/** Removes the passkeys of a user who has lost a device; nothing for a user without one. */
export function UserPasskeys({ user: { userId, email } }: { readonly user: Schemas['User'] }) {
  const texts = useTexts(passkeyTexts)
  const reload = useReloadPasskeys()
  const { data } = usePasskeysOf(userId)
  const count = data?.records.length ?? 0

  async function remove(): Promise<void> {
    try {
      await removePasskeysOf(userId)
      notifyDone(texts.removedAll({ email }))
      await reload()
    } catch (thrown) {
      notifyProblem(thrown)
    }
  }

  if (count === 0) return null
  return (
    <>
      <Text size="sm">{texts.ofUser({ count })}</Text>
      <Group>
        <Button variant="default" onClick={() => void remove()}>
          {texts.removeAll}
        </Button>
      </Group>
    </>
  )
}
