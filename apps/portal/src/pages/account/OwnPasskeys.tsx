import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { canUsePasskeys } from '../../session/passkeys.ts'
import { useMe } from '../../session/session.ts'
import { passkeyTexts } from '../../texts/passkeys.ts'
import { addPasskey, useOwnPasskeys, useReloadOwnPasskeys } from './own-queries.ts'
import { PasskeyForm } from './PasskeyForm.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'
import { Section } from './Section.tsx'

/** The user's own passkeys. Users who can have none and do nothing about it see nothing of them. */
export function OwnPasskeys() {
  const texts = useTexts(passkeyTexts)
  const { role } = useMe()
  const reload = useReloadOwnPasskeys()
  const [isAdding, setAdding] = useState(false)
  const query = useOwnPasskeys()
  const { data } = query

  async function changed(done: string): Promise<void> {
    notifyDone(done)
    await reload()
  }

  async function add(name: string, presentPassword: string): Promise<void> {
    await addPasskey(name, presentPassword)
    setAdding(false)
    await changed(texts.added)
  }

  if (data?.origin === null && data.records.length === 0 && role === 'user') return null
  return (
    <Section title={texts.title} help={texts.help}>
      <Loaded query={query} rows={1} height={36} laterProblem="above" />
      {data?.records.length === 0 && <Text size="sm">{texts.empty}</Text>}
      {data !== undefined && data.records.length > 0 && (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {data.records.map((passkey) => (
            <PasskeyRow key={passkey.passkeyId} passkey={passkey} onChange={changed} />
          ))}
        </Stack>
      )}
      {data !== undefined && !canUsePasskeys(data.origin) && <Reason origin={data.origin} />}
      {data !== undefined && canUsePasskeys(data.origin) && !isAdding && (
        <Group justify="flex-end">
          <Button onClick={() => setAdding(true)}>{texts.add}</Button>
        </Group>
      )}
      {isAdding && (
        <PasskeyForm
          submit={texts.next}
          name=""
          act={({ name, presentPassword }) => add(name, presentPassword)}
          onCancel={() => setAdding(false)}
        />
      )}
    </Section>
  )
}

/** Why no passkey can be used here. What the operator of the gateway would have to change is no matter for users. */
function Reason({ origin }: { readonly origin: string | null }) {
  const texts = useTexts(passkeyTexts)
  const { role } = useMe()
  if (origin === null && role === 'user') return null
  const isHere = origin === window.location.origin
  const reason = origin === null ? texts.notYet : isHere ? texts.notInBrowser : texts.notHere({ origin })
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {reason}
    </Text>
  )
}
