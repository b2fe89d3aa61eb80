import { NavLink, Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { FunctionComponent, ReactNode } from 'react'

/** A link of the navigation. */
export interface NavigationEntry {
  readonly to: string
  readonly label: string
  readonly Icon: TablerIcon
  /** Shown at the end of the line. */
  readonly mark?: ReactNode
}

/** Where a navigation stands. */
export interface NavigationPlace {
  /** Of the page around which it is, below `/portal`. */
  readonly pathname: string
  /** What makes a link; `to` is an address below `/portal`. */
  readonly link: FunctionComponent<{ readonly to: string }>
  readonly onGo?: () => void
}

export interface NavigationSectionProps extends NavigationPlace {
  readonly id: string
  readonly title: string
  readonly entries: readonly NavigationEntry[]
}

/** Links of the navigation under a heading. */
export function NavigationSection({ id, title, entries, pathname, link, onGo }: NavigationSectionProps) {
  return (
    <div>
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={4} id={`navigation-${id}`}>
        {title}
      </Text>
      <Stack component="ul" gap={2} p={0} m={0} aria-labelledby={`navigation-${id}`} style={{ listStyle: 'none' }}>
        {entries.map(({ to, label, Icon, mark }) => {
          const isHere = isBelow(pathname, to)
          return (
            <li key={to}>
              <NavLink
                component={link}
                to={to}
                label={label}
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                rightSection={mark}
                onClick={onGo}
                py={6}
                style={{ borderRadius: 'var(--mantine-radius-md)' }}
              />
            </li>
          )
        })}
      </Stack>
    </div>
  )
}

function isBelow(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}
