import { Badge, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client.ts'
import { useTexts } from '../../language/define-texts.ts'
import { useFormatters } from '../../language/language.tsx'
import { clientTexts } from '../../texts/clients.ts'
import classes from './ClientRow.module.css'

/** A client in the list. */
export function ClientRow({ client }: { readonly client: Schemas['Client'] }) {
  const texts = useTexts(clientTexts)
  const { money } = useFormatters()
  const { clientId, name, currency, price, credit, enabled } = client
  return (
    <Link to="/operator/clients/$clientId" params={{ clientId: String(clientId) }} className={classes.row}>
      <span className={classes.name}>
        <Text component="span" size="sm" fw={600} truncate dir="auto">
          {name}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          {clientId}
          {!enabled && (
            <Badge component="span" color="gray" size="sm" ms="xs">
              {texts.disabled}
            </Badge>
          )}
        </Text>
      </span>
      <span className={classes.amounts}>
        <Text component="span" size="sm">
          {credit === null ? texts.postpaid : money(credit, currency)}
        </Text>
        <Text component="span" size="xs" c="dimmed">
          {texts.perPart({ price: money(price, currency) })}
        </Text>
      </span>
    </Link>
  )
}
