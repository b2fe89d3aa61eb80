import { Button, Group, NativeSelect, Paper, Popover, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { SecretOnce } from '../../components/SecretOnce.tsx'
import { removeUserKey, useReloadUserKeys } from '../../components/shared-queries.ts'
import { TimeText } from '../../components/TimeText.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { useMe } from '../../session/session.ts'
import { developerTexts } from '../../texts/developers.ts'
import { AddPortalKey } from './AddPortalKey.tsx'
import { useAddKey, useLiveUserKeys } from './queries.ts'

const DAY_MS = 86_400_000
/** After how many days a key may expire. */
const LIFETIMES = [30, 90, 365]

export interface ApiKeysProps {
  /** The key created since the page was opened. */
  readonly newKey: string | undefined
  readonly onNewKey: (apiKey: string) => void
}

/** The user's own API keys. */
export function ApiKeys({ newKey, onNewKey }: ApiKeysProps) {
  const { keys: texts } = useTexts(developerTexts)
  const { userId } = useMe()
  const own = useLiveUserKeys(userId)
  const [name, setName] = useState('')
  const [days, setDays] = useState('')
  const add = useAddKey(userId, (apiKey) => {
    onNewKey(apiKey)
    setName('')
    setDays('')
  })
  const wanted = {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(days !== '' && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
  }
  return (
    <Paper component="section" aria-labelledby="api-keys">
      <Group justify="space-between" align="flex-start" mb="md">
        <Stack gap={4} maw="42rem">
          <Title order={2} id="api-keys">
            {texts.title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
        </Stack>
        <Group gap="sm" align="flex-end">
          <TextInput label={texts.name} value={name} maxLength={60} onChange={(event) => setName(event.target.value)} />
          <NativeSelect
            label={texts.expires}
            value={days}
            data={[
              { value: '', label: texts.never },
              ...LIFETIMES.map((each) => ({ value: String(each), label: texts.after({ days: each }) })),
            ]}
            onChange={(event) => setDays(event.target.value)}
          />
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={add.isPending}
            onClick={() => add.mutate({ ...wanted, scope: 'send' }, { onError: (error) => notifyProblem(error) })}
          >
            {texts.add}
          </Button>
          <AddPortalKey onAdd={(presentPassword) => add.mutateAsync({ ...wanted, scope: 'portal', presentPassword })} />
        </Group>
      </Group>
      {newKey !== undefined && (
        <Stack gap="xs" mb="md">
          <SecretOnce label={texts.made} secret={newKey} />
          <Text size="sm" c="dimmed">
            {texts.filledIn}
          </Text>
        </Stack>
      )}
      <Loaded query={own} rows={2} laterProblem="alone">
        {({ records }) => <KeyList keys={records} />}
      </Loaded>
    </Paper>
  )
}

function KeyList({ keys }: { readonly keys: readonly Schemas['ApiKey'][] }) {
  const { keys: texts } = useTexts(developerTexts)
  if (keys.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    )
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {keys.map((key) => (
        <KeyRow key={key.keyId} record={key} />
      ))}
    </Stack>
  )
}

function KeyRow({ record }: { readonly record: Schemas['ApiKey'] }) {
  const { keyId, userId, scope, name, createdAt } = record
  const { keys: texts } = useTexts(developerTexts)
  const { comma } = useFormatters()
  return (
    <Group component="li" justify="space-between">
      <Group gap="sm">
        <IconKey size={16} aria-hidden />
        <Text size="sm" fw={500}>
          {name ?? texts.key({ id: keyId })}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.scopes[scope]}
          {comma}
          {texts.createdAt} <TimeText moment={createdAt} />
          <Expiry record={record} />
        </Text>
        <Text size="sm" c="dimmed">
          <Use record={record} />
        </Text>
      </Group>
      <RemoveKey userId={userId} keyId={keyId} />
    </Group>
  )
}

function Expiry({ record: { expiresAt } }: { readonly record: Schemas['ApiKey'] }) {
  const { keys: texts } = useTexts(developerTexts)
  const { comma } = useFormatters()
  if (expiresAt === null) return null
  const isOver = Date.parse(expiresAt) <= Date.now()
  return (
    <>
      {comma}
      {isOver ? texts.expiredAt : texts.expiresAt} <TimeText moment={expiresAt} />
    </>
  )
}

function Use({ record }: { readonly record: Schemas['ApiKey'] }) {
  const { lastUsedAt, requestsPerMinute, requestsToday, requestsYesterday } = record
  const { keys: texts } = useTexts(developerTexts)
  const { number, comma } = useFormatters()
  if (lastUsedAt === null) return texts.unused
  return (
    <>
      {texts.lastUsedAt} <TimeText moment={lastUsedAt} />
      {comma}
      {texts.perMinute({ now: number(requestsPerMinute), today: number(averageOfToday(requestsToday)) })}
      {comma}
      {texts.requests({ today: number(requestsToday), yesterday: number(requestsYesterday) })}
    </>
  )
}

/** Requests a minute since the day (UTC) began, to a tenth. */
function averageOfToday(requests: number): number {
  const minutes = Math.max(1, (Date.now() % DAY_MS) / 60_000)
  return Math.round((requests / minutes) * 10) / 10
}

/** Asks first: a removed key cannot be restored. */
function RemoveKey({ userId, keyId }: { readonly userId: number; readonly keyId: number }) {
  const { keys: texts } = useTexts(developerTexts)
  const [isOpen, setOpen] = useState(false)
  const reload = useReloadUserKeys()
  const remove = useMutation({
    mutationFn: () => removeUserKey(userId, keyId),
    async onSuccess() {
      notifyDone(texts.removed)
      await reload()
    },
    onError: (error) => notifyProblem(error),
  })
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          aria-label={texts.removeOf({ id: keyId })}
          loading={remove.isPending}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.remove}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="18rem" aria-label={texts.removeOf({ id: keyId })}>
        <Stack gap="sm">
          <Text size="sm">{texts.sure}</Text>
          <Button color="red" onClick={() => remove.mutate()}>
            {texts.remove}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
