import { NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useTexts } from '../language/define-texts.ts'
import { useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'
import { navigationFor } from './navigation-items.ts'
import { UnreadCount } from './UnreadCount.tsx'

/** Links to the pages that the user may open. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { pages, groups } = useTexts(shellTexts)
  const { pathname } = useLocation()
  const { role } = useMe()
  return (
    <Stack gap="lg">
      {navigationFor(role).map(({ group, items }) => (
        <div key={group}>
          <Text size="xs" fw={600} c="dimmed" px="sm" mb={4} id={`navigation-${group}`}>
            {groups[group]}
          </Text>
          <Stack
            component="ul"
            gap={2}
            p={0}
            m={0}
            aria-labelledby={`navigation-${group}`}
            style={{ listStyle: 'none' }}
          >
            {items.map(({ page, to, Icon }) => {
              const isHere = isBelow(pathname, to)
              return (
                <li key={page}>
                  <NavLink
                    component={Link}
                    to={to}
                    label={pages[page]}
                    leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                    active={isHere}
                    aria-current={isHere ? 'page' : undefined}
                    rightSection={page === 'inbox' ? <UnreadCount /> : undefined}
                    onClick={onGo}
                    py={6}
                    style={{ borderRadius: 'var(--mantine-radius-md)' }}
                  />
                </li>
              )
            })}
          </Stack>
        </div>
      ))}
    </Stack>
  )
}

function isBelow(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
