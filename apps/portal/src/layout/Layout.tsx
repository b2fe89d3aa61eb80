import { Box } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingRows } from '../components/LoadingRows.tsx'
import { useLetterKeys } from '../components/use-letter-keys.ts'
import { useMe } from '../session/session.ts'
import { ActingForBar } from './ActingForBar.tsx'
import { ConnectionBar } from './ConnectionBar.tsx'
import { LayoutFrame } from './LayoutFrame.tsx'
import { LazyUserMenu } from './LazyUserMenu.tsx'
import { Navigation } from './Navigation.tsx'
import { SearchButton } from './SearchButton.tsx'

const ShortcutsHelp = lazy(() => import('./ShortcutsHelp.tsx'))

const ClientSwitch = lazy(() => import('./ClientSwitch.tsx'))

const AlertWatch = lazy(() => import('./AlertWatch.tsx'))

const ClosedRoutesBar = lazy(() => import('./ClosedRoutesBar.tsx'))

/** The layout around every page for users who are logged in. */
export function Layout({ children }: { readonly children: ReactNode }) {
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
    <>
      <LayoutFrame
        isOpen={isOpen}
        onToggle={navigation.toggle}
        tools={
          <>
            <SearchButton />
            <LazyUserMenu onShortcuts={help.open} />
          </>
        }
        client={
          me.role === 'operator' ? (
            <Suspense fallback={<Box h={36} />}>
              <ClientSwitch />
            </Suspense>
          ) : undefined
        }
        navigation={<Navigation onGo={navigation.close} />}
      >
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
      </LayoutFrame>
      {hasHelp && (
        <Suspense>
          <ShortcutsHelp onClose={help.close} />
        </Suspense>
      )}
    </>
  )
}
