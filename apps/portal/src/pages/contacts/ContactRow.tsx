import { Badge, Checkbox, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { chosenContactTexts } from '../../texts/chosen-contacts.ts'
import type { Chosen } from './chosen/use-chosen.ts'
import classes from './contacts.module.css'
import type { Contact } from './queries.ts'
import { SubscriptionBadge } from './SubscriptionBadge.tsx'

/** Most groups that a row has room for. */
const SHOWN_GROUPS = 2

interface ContactRowProps {
  readonly contact: Contact
  readonly isChosen: boolean
  readonly onToggle: Chosen['toggle']
}

/** A contact in the list, with a box to select it. */
export const ContactRow = memo(function ContactRow({ contact, isChosen, onToggle }: ContactRowProps) {
  const { choose } = useTexts(chosenContactTexts)
  const who = contact.name || contact.mobile
  return (
    <div className={classes.choice} data-chosen={isChosen || undefined}>
      <Checkbox
        aria-label={choose({ who })}
        checked={isChosen}
        // A click causes every change, by mouse or by the space bar.
        onChange={({ nativeEvent }) => onToggle(contact, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <ContactLink contact={contact} />
    </div>
  )
})

function ContactLink({ contact }: { readonly contact: Contact }) {
  const { mobile, name, groups, subscription } = contact
  const more = groups.length - SHOWN_GROUPS
  return (
    <Link to="/contacts/$mobile" params={{ mobile }} className={classes.row}>
      <Text fw={500} truncate>
        {name || mobile}
      </Text>
      <Text size="sm" c="dimmed" truncate>
        {name && mobile}
      </Text>
      <Group gap={4} wrap="nowrap" className={classes.groups}>
        {groups.slice(0, SHOWN_GROUPS).map((group) => (
          <Badge key={group.groupId} color="gray" fw={500} maw="8rem">
            {group.name}
          </Badge>
        ))}
        {more > 0 && (
          <Text size="xs" c="dimmed">
            +{more}
          </Text>
        )}
      </Group>
      {subscription?.status === 'opted-out' ? <SubscriptionBadge status="opted-out" /> : <span />}
    </Link>
  )
}
