import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { Loaded } from '../../components/Loaded.tsx'
import { notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useClient } from '../../components/shared-queries.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useActFor } from '../../session/session.ts'
import { clientTexts } from '../../texts/clients.ts'
import { shellTexts } from '../../texts/shell.ts'
import { ClientChannels } from './ClientChannels.tsx'
import { ClientCredit } from './ClientCredit.tsx'
import { ClientNumbers } from './ClientNumbers.tsx'
import { ClientSettings } from './ClientSettings.tsx'
import { ClientUsers } from './ClientUsers.tsx'
import { changeClient, useReloadClient } from './client-queries.ts'

/** One client: credit with ledger, price and limits, channels, users. */
export function ClientPage() {
  const texts = useTexts(clientTexts)
  const { clientId } = useParams({ from: '/shell/operator/clients/$clientId' })
  const query = useClient(Number(clientId))
  return (
    <>
      <Anchor component={Link} to="/operator/clients" size="sm" mb="xs" display="inline-block">
        <IconArrowLeft size={14} aria-hidden /> {texts.toAll}
      </Anchor>
      <Loaded query={query}>{(client) => <Client key={client.clientId} client={client} />}</Loaded>
    </>
  )
}

function Client({ client }: { readonly client: Schemas['Client'] }) {
  return (
    <>
      <PageHeader
        title={client.name}
        description={client.clientId}
        actions={
          <>
            <EnableButton client={client} />
            <ActForButton clientId={client.clientId} />
          </>
        }
      />
      <Stack>
        <ClientCredit client={client} />
        <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
          <ClientSettings client={client} />
          <Stack>
            <ClientChannels clientId={client.clientId} />
            <ClientNumbers clientId={client.clientId} />
            <ClientUsers clientId={client.clientId} />
          </Stack>
        </SimpleGrid>
      </Stack>
    </>
  )
}

function ActForButton({ clientId }: { readonly clientId: number }) {
  const texts = useTexts(clientTexts)
  const actFor = useActFor()
  const navigate = useNavigate()
  const go = async () => {
    await actFor(clientId)
    await navigate({ to: '/' })
  }
  return (
    <Button rightSection={<IconArrowRight size={16} />} onClick={() => void go()}>
      {texts.actFor}
    </Button>
  )
}

/** Disabling and enabling undo each other. */
function EnableButton({ client: { clientId, name, enabled } }: { readonly client: Schemas['Client'] }) {
  const texts = useTexts(clientTexts)
  const { undo: undoLabel } = useTexts(shellTexts)
  const reload = useReloadClient()

  async function set(toEnabled: boolean): Promise<void> {
    await changeClient(clientId, { enabled: toEnabled })
    await reload()
  }

  async function toggle(): Promise<void> {
    try {
      await set(!enabled)
      const message = enabled ? texts.isDisabled({ name }) : texts.isEnabled({ name })
      notifyUndoable({ message, undoLabel, undo: () => set(enabled) })
    } catch (error) {
      notifyProblem(error)
    }
  }

  return (
    <Button variant="default" onClick={() => void toggle()}>
      {enabled ? texts.disable : texts.enable}
    </Button>
  )
}
