import { AppShell, Box, Burger, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'
import { Logo } from './Logo.tsx'

const PAGE = 'page'

export interface LayoutFrameProps {
  /** Whether the navigation is open where it does not fit beside the page. */
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** At the end of the header. */
  readonly tools?: ReactNode
  /** Above the navigation; absent: there is nothing. */
  readonly client?: ReactNode
  readonly navigation: ReactNode
  /** The page. */
  readonly children: ReactNode
}

/** Where things stand around every page. */
export function LayoutFrame({ isOpen, onToggle, tools, client, navigation, children }: LayoutFrameProps) {
  const texts = useTexts(shellTexts)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'md', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <a className="skip-link" href={`#${PAGE}`}>
        {texts.skip}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={onToggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? texts.closeNavigation : texts.openNavigation}
            />
            <Logo />
          </Group>
          <Group gap="xs" wrap="nowrap">
            {tools}
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={texts.navigation}>
        {client !== undefined && (
          <AppShell.Section px="sm" pt="sm">
            {client}
          </AppShell.Section>
        )}
        <AppShell.Section grow p="sm" style={{ overflowY: 'auto' }}>
          {navigation}
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id={PAGE} tabIndex={-1} style={{ outline: 'none' }}>
        <Box maw="84rem" mx="auto">
          {children}
        </Box>
      </AppShell.Main>
    </AppShell>
  )
}
