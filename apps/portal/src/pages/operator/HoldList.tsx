import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyDone, notifyProblem } from '../../components/notify.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { useClientNames } from '../../components/use-client-names.ts'
import { useTexts } from '../../language/define-texts.ts'
import { sendingTexts } from '../../texts/sending.ts'
import { HoldSending } from './HoldSending.tsx'
import { useEndHold, useHolds, useReloadHolds } from './queries.ts'

type Hold = Schemas['SendingHold']

/** What is on hold, with a button that puts more on hold. */
export function HoldList() {
  const texts = useTexts(sendingTexts)
  const [isHolding, setHolding] = useState(false)
  const query = useHolds()
  const held = query.data?.records ?? []
  const nameOf = useClientNames(held.filter(({ kind }) => kind === 'client').map(({ name }) => Number(name)))
  return (
    <Stack component="section" aria-label={texts.holds}>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {texts.holds}
        </Title>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPause size={14} />}
          onClick={() => setHolding(true)}
        >
          {texts.hold}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" maw="42rem">
        {texts.holdsHelp}
      </Text>
      <Loaded query={query} rows={1} height={40}>
        {() => held.length === 0 && <Text size="sm">{texts.nothingHeld}</Text>}
      </Loaded>
      {held.map((hold) => (
        <HoldRow key={`${hold.kind} ${hold.name}`} hold={hold} nameOf={nameOf} />
      ))}
      {isHolding && <HoldSending onClose={() => setHolding(false)} />}
    </Stack>
  )
}

interface HoldRowProps {
  readonly hold: Hold
  readonly nameOf: (clientId: number) => string
}

function HoldRow({ hold: { kind, name, reason, at }, nameOf }: HoldRowProps) {
  const texts = useTexts(sendingTexts)
  const reload = useReloadHolds()
  const resuming = useEndHold()
  const whats = {
    deployment: () => texts.kinds.deployment,
    route: () => texts.named.route({ name }),
    client: () => nameOf(Number(name)),
  }
  const what = whats[kind]()

  async function resume(): Promise<void> {
    try {
      await resuming.mutateAsync({ params: { path: { kind }, query: { name } } })
      notifyDone(texts.resumed({ what }))
      await reload()
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <Paper p="md">
      <Group justify="space-between">
        <Stack gap={4}>
          <Text size="sm" fw={600}>
            {what}
          </Text>
          {reason !== '' && (
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {reason}
            </Text>
          )}
          <Text size="xs" c="dimmed">
            {texts.since} <TimeText moment={at} />
          </Text>
        </Stack>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => void resume()}
          loading={resuming.isPending}
          aria-label={texts.resumeOf({ what })}
        >
          {texts.resume}
        </Button>
      </Group>
    </Paper>
  )
}
