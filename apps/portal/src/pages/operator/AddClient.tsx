import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Schemas } from '../../api/client.ts'
import { notifyDone } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { clientTexts } from '../../texts/clients.ts'
import { newClientTexts } from '../../texts/new-client.ts'
import { AddClientForm } from './AddClientForm.tsx'
import { useReloadClients } from './client-queries.ts'
import { HandOver } from './HandOver.tsx'

/** A new client as it was given. */
export interface NamedClient {
  readonly name: string
  readonly email: string
  readonly added: Schemas['AddedClient']
}

/** Adds a client with all that it needs to send; ends with what to hand over, or on the client's page. */
export function AddClient({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts(clientTexts)
  const { handOver } = useTexts(newClientTexts)
  const reload = useReloadClients()
  const navigate = useNavigate()
  const [client, setClient] = useState<NamedClient>()

  async function open(clientId: number): Promise<void> {
    onClose()
    await navigate({ to: '/operator/clients/$clientId', params: { clientId: String(clientId) } })
  }

  async function finish(made: NamedClient): Promise<void> {
    notifyDone(texts.added({ name: made.name }))
    await reload()
    const { clientId, channel, user } = made.added
    if (channel === null && user === null) await open(clientId)
    else setClient(made)
  }

  return (
    <Modal
      opened
      // A click beside it must not take what is shown once.
      closeOnClickOutside={client === undefined}
      onClose={onClose}
      title={client === undefined ? texts.add : handOver}
      closeButtonProps={{ 'aria-label': texts.cancel }}
      size="lg"
    >
      {client === undefined ? (
        <AddClientForm onAdded={finish} onCancel={onClose} />
      ) : (
        <HandOver client={client} onOpen={() => void open(client.added.clientId)} />
      )}
    </Modal>
  )
}
