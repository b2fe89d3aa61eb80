import { AppShell, Box, Burger, Group } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingRows } from '../components/LoadingRows.tsx'
import { useLetterKeys } from '../components/use-letter-keys.ts'
import { useTexts } from '../language/define-texts.ts'
import { useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'
import { ActingForBar } from './ActingForBar.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'
import { LazyUserMenu } from './LazyUserMenu.tsx'
import { Logo } from './Logo.tsx'
import { Navigation } from './Navigation.tsx'
import { SearchButton } from './SearchButton.tsx'

const ShortcutsHelp = lazy(() => import('./ShortcutsHelp.tsx'))

const ClientSwitch = lazy(() => import('./ClientSwitch.tsx'))

const AlertWatch = lazy(() => import('./AlertWatch.tsx'))

const ClosedRoutesBar = lazy(() => import('./ClosedRoutesBar.tsx'))

const PAGE = 'page'

/** The layout around every page for users who are logged in. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(shellTexts)
  const navigate = useNavigate()
  const me = useMe()
  const [isOpen, navigation] = useDisclosure()
  const [hasHelp, help] = useDisclosure()
  useHotkeys([
    ['?', help.open],
    ['shift+?', help.open],
    ['؟', help.open],
    ['shift+؟', help.open],
  ])
  useLetterKeys({ n: () => void navigate({ to: '/send' }) })
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
              onClick={navigation.toggle}
              hiddenFrom="md"
              size="sm"
              aria-label={isOpen ? texts.closeNavigation : texts.openNavigation}
            />
            <Logo />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton />
            <LazyUserMenu onShortcuts={help.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label={texts.navigation}>
        {me.role === 'operator' && (
          <AppShell.Section px="sm" pt="sm">
            <Suspense fallback={<Box h={36} />}>
              <ClientSwitch />
            </Suspense>
          </AppShell.Section>
        )}
        <AppShell.Section grow p="sm" style={{ overflowY: 'auto' }}>
          <Navigation onGo={navigation.close} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id={PAGE} tabIndex={-1} style={{ outline: 'none' }}>
        <Box maw="84rem" mx="auto">
          <ConnectionBar />
          <ActingForBar />
          {me.role === 'operator' && (
            <Suspense>
              <ClosedRoutesBar />
            </Suspense>
          )}
          <Suspense fallback={<LoadingRows />}>{children}</Suspense>
          {me.role !== 'user' && (
            <Suspense>
              <AlertWatch />
            </Suspense>
          )}
        </Box>
      </AppShell.Main>
      {hasHelp && (
        <Suspense>
          <ShortcutsHelp onClose={help.close} />
        </Suspense>
      )}
    </AppShell>
  )
}
