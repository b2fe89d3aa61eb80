import { Anchor, Button, SimpleGrid, Stack } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api, queries, type Schemas } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useActFor } from '../../session/session.ts'
import { clientTexts } from '../../texts/clients.ts'
import { shellTexts } from '../../texts/shell.ts'
import { ClientChannels } from './ClientChannels.tsx'
import { ClientCredit } from './ClientCredit.tsx'
import { ClientNumbers } from './ClientNumbers.tsx'
import { ClientSettings } from './ClientSettings.tsx'
import { ClientUsers } from './ClientUsers.tsx'
import { refreshClient } from './refresh-client.ts'

/** One client: credit with ledger, price and limits, channels, users. */
export function ClientPage() {
  const texts = useTexts(clientTexts)
  const { clientId } = useParams({ from: '/shell/operator/clients/$clientId' })
  const path = { clientId: Number(clientId) }
  const { data, error, refetch } = queries.useQuery('get', '/clients/{clientId}', { params: { path } })
  return (
    <>
      <Anchor component={Link} to="/operator/clients" size="sm" mb="xs" display="inline-block">
        <IconArrowLeft size={14} aria-hidden /> {texts.toAll}
      </Anchor>
      {data === undefined && error === null && <LoadingRows />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <Client key={data.clientId} client={data} />}
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
  const queryClient = useQueryClient()

  async function set(toEnabled: boolean): Promise<void> {
    await api.PATCH('/clients/{clientId}', { params: { path: { clientId } }, body: { enabled: toEnabled } })
    await refreshClient(queryClient)
  }

  async function toggle(): Promise<void> {
    try {
      await set(!enabled)
      const message = enabled ? texts.isDisabled(name) : texts.isEnabled(name)
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
