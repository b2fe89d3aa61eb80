import { Alert, Anchor } from '@mantine/core'
import { IconMoon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../language/define-texts.ts'
import { useMe } from '../session/session.ts'
import { quietHoursTexts } from '../texts/quiet-hours.ts'

/** Says before sending what quiet hours hold, with a link to them for those who may change them. */
export function QuietNote({ text }: { readonly text: string }) {
  const texts = useTexts(quietHoursTexts)
  const { role } = useMe()
  return (
    <Alert color="blue" p="xs" icon={<IconMoon aria-hidden />}>
      {text}{' '}
      {role !== 'user' && (
        <Anchor component={Link} to="/account/quiet-hours" size="sm" underline="always">
          {texts.change}
        </Anchor>
      )}
    </Alert>
  )
}
