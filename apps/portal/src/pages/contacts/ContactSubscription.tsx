import { Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyButton } from '../../components/CopyButton.tsx'
import { notifyDone, notifyProblem, notifyUndoable } from '../../components/notify.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { contactTexts } from '../../texts/contacts.ts'
import { shellTexts } from '../../texts/shell.ts'
import { type ContactDetails, setStatus, undoStatus, useReloadContacts } from './queries.ts'
import { SubscriptionBadge } from './SubscriptionBadge.tsx'

/** Whether a contact takes messages, buttons to change that, and the links by which the contact can change it. */
export function ContactSubscription({ contact }: { readonly contact: ContactDetails }) {
  const texts = useTexts(contactTexts)
  const shell = useTexts(shellTexts)
  const reload = useReloadContacts()
  const [isBusy, setBusy] = useState(false)
  const { mobile, name, subscription, optOutLink, optInLink } = contact
  const status = subscription?.status ?? 'opted-in'
  const other = status === 'opted-in' ? 'opted-out' : 'opted-in'
  const change = async () => {
    setBusy(true)
    try {
      const { changedAt } = (await setStatus(mobile, other)).subscription
      const who = name || mobile
      notifyUndoable({
        message: other === 'opted-out' ? texts.isOptedOut({ who }) : texts.isOptedIn({ who }),
        undoLabel: shell.undo,
        async undo() {
          await undoStatus(mobile, changedAt)
          await reload()
          notifyDone(texts.undone)
        },
      })
      await reload()
    } catch (error) {
      notifyProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Paper>
      <Stack>
        <Title order={2}>{texts.subscription}</Title>
        <Group justify="space-between">
          <SubscriptionBadge status={status} />
          <Button variant="default" loading={isBusy} onClick={() => void change()}>
            {other === 'opted-out' ? texts.optOut : texts.optIn}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {subscription?.description ?? texts.neverChanged}
        </Text>
        <LinkLine label={texts.optOutLink} link={optOutLink} />
        <LinkLine label={texts.optInLink} link={optInLink} />
      </Stack>
    </Paper>
  )
}

function LinkLine({ label, link }: { readonly label: string; readonly link: string }) {
  const texts = useTexts(contactTexts)
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      {link === '' ? (
        <Text size="sm" c="dimmed">
          {texts.ownPage}
        </Text>
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Code style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{link}</Code>
          <CopyButton value={link} label={`${label}`} />
        </Group>
      )}
    </Stack>
  )
}
