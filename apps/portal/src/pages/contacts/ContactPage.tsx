import { Anchor, Button, Grid, Stack } from '@mantine/core'
import { IconArrowLeft, IconMessage, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Loaded } from '../../components/Loaded.tsx'
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
import { type ContactDetails, removeContacts, saveContact, useContact, useReloadContacts } from './queries.ts'

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
      <Loaded query={query} laterProblem="above">
        {(found) => (
          <Grid>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <ContactForm key={found.changedAt} contact={found} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6 }}>
              <Stack>
                <ContactSubscription contact={found} />
                <AuditTrail mobile={found.mobile} />
              </Stack>
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </Stack>
  )
}

function Actions({ contact }: { readonly contact: ContactDetails }) {
  const texts = useTexts(contactTexts)
  const { undo } = useTexts(shellTexts)
  const { role } = useMe()
  const navigate = useNavigate()
  const reload = useReloadContacts()
  const { mobile, name, email, fields, groups } = contact
  const putBack = async () => {
    await saveContact(mobile, { name, email, fields, groups: groups.map((group) => group.name) })
    await reload()
  }
  const remove = async () => {
    await removeContacts([mobile])
    await navigate({ to: '/contacts' })
    // First the list, so that it does not show the contact beside a note that it is gone.
    await reload()
    notifyUndoable({ message: texts.removed({ who: name || mobile }), undoLabel: undo, undo: putBack })
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
