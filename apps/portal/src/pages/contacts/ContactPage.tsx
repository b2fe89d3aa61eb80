import { Anchor, Button, Grid, Stack } from '@mantine/core'
import { IconArrowLeft, IconMessage, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { useMe } from '../../session/session.ts'
import { contactTexts } from '../../texts/contacts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { AuditTrail } from './AuditTrail.tsx'
import { ContactForm } from './ContactForm.tsx'
import { ContactSubscription } from './ContactSubscription.tsx'
import { EraseContact } from './EraseContact.tsx'
import { CONTACTS, type ContactDetails, useContact } from './use-contacts.ts'

/** One contact: its details, whether it takes messages, and how that came about. */
export function ContactPage() {
  const texts = useTexts(contactTexts)
  const { mobile } = useParams({ from: '/shell/contacts/$mobile' })
  const query = useContact(mobile)
  const contact = query.data
  return (
    <Stack>
      <Anchor size="sm" renderRoot={(props) => <Link to="/contacts" {...props} />}>
        <IconArrowLeft size={14} aria-hidden /> {texts.allContacts}
      </Anchor>
      <PageHeader
        title={contact?.name || mobile}
        description={contact?.name ? mobile : undefined}
        actions={contact && <Actions contact={contact} />}
      />
      {query.isPending && <LoadingRows />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {contact && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <ContactForm key={contact.changedAt} contact={contact} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Stack>
              <ContactSubscription contact={contact} />
              <AuditTrail mobile={contact.mobile} />
            </Stack>
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  )
}

function Actions({ contact }: { readonly contact: ContactDetails }) {
  const texts = useTexts(contactTexts)
  const { undo } = useTexts(shellTexts)
  const { role } = useMe()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mobile, name, email, fields, groups } = contact
  const reload = () => queryClient.invalidateQueries({ queryKey: CONTACTS })
  const putBack = async () => {
    const body = { name, email, fields, groups: groups.map((group) => group.name) }
    await api.PUT('/contacts/{mobile}', { params: { path: { mobile } }, body })
    await reload()
  }
  const remove = async () => {
    await api.POST('/contacts/remove', { body: { mobiles: [mobile] } })
    await navigate({ to: '/contacts' })
    // First the list, so that it does not show the contact beside a note that it is gone.
    await reload()
    notifyUndoable({ message: texts.removed(name || mobile), undoLabel: undo, undo: putBack })
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMessage size={16} />}
        renderRoot={(props) => <Link to="/inbox/$contact" params={{ contact: mobile }} {...props} />}
      >
        {texts.conversation}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} />}
        onClick={() => void remove().catch((error: unknown) => notifyProblem(error))}
      >
        {texts.remove}
      </Button>
      {role !== 'user' && <EraseContact mobile={mobile} />}
    </>
  )
}
