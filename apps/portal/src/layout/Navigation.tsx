import { Stack } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useMe } from '../session/session.ts'
import { NavigationLinks } from './NavigationLinks.tsx'
import { UnreadCount } from './UnreadCount.tsx'

const PluginLinks = lazy(() => import('./PluginLinks.tsx'))

/** Links to the pages that the user may open. */
export function Navigation({ onGo }: { readonly onGo: () => void }) {
  const { role } = useMe()
  const { pathname } = useLocation()
  const place = { pathname, link: Link, onGo }
  return (
    <Stack gap="lg">
      <NavigationLinks role={role} unread={<UnreadCount />} {...place} />
      <Suspense>
        <PluginLinks {...place} />
      </Suspense>
    </Stack>
  )
}
