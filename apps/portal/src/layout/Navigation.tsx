import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { useMe } from '../session/session.ts'
import { shellTexts } from '../texts/shell.ts'
import { NavigationSection } from './NavigationSection.tsx'
import { navigationFor } from './navigation-items.ts'
import { UnreadCount } from './UnreadCount.tsx'

const PluginLinks = lazy(() => import('./PluginLinks.tsx'))

/** Links to the pages that the user may open. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { pages, groups } = useTexts(shellTexts)
  const { role } = useMe()
  return (
    <Stack gap="lg">
      {navigationFor(role).map(({ group, items }) => {
        const entries = items.map(({ page, to, Icon }) => ({
          ...{ to, label: pages[page], Icon },
          mark: page === 'inbox' ? <UnreadCount /> : undefined,
        }))
        return <NavigationSection key={group} id={group} title={groups[group]} entries={entries} onGo={onGo} />
      })}
      <Suspense>
        <PluginLinks onGo={onGo} />
      </Suspense>
    </Stack>
  )
}
