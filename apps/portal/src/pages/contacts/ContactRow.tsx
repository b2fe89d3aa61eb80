import { Badge, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import classes from './contacts.module.css'
import { SubscriptionBadge } from './SubscriptionBadge.tsx'
import type { Contact } from './use-contacts.ts'

/** Groups that a row has room for. */
const SHOWN_GROUPS = 2

/** A contact in the list. */
export const ContactRow = memo(function ContactRow({ contact }: { readonly contact: Contact }) {
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
          <Badge key={group.groupId} color="gray" tt="none" fw={500} maw="8rem">
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
})
