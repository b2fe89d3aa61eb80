import { Box, Stack } from '@mantine/core'
import { useState } from 'react'
import { LoadingRows } from '../components/LoadingRows.tsx'
import type { Me } from '../session/load-session.ts'
import { thisAddress } from '../session/log-in-page.ts'
import { LayoutFrame } from './LayoutFrame.tsx'
import { NavigationLinks } from './NavigationLinks.tsx'

interface PlainLinkProps {
  /** Below `/portal`. */
  readonly to: string
}

/**
 * The layout while what the pages need is loading: the links of its navigation lead to the pages as those of any site
 * do.
 */
export function FirstFrame({ role }: Pick<Me, 'role'>) {
  const [isOpen, setOpen] = useState(false)
  const [pathname = '/'] = thisAddress().split(/[?#]/)
  return (
    <LayoutFrame
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
      client={role === 'operator' ? <Box h={36} /> : undefined}
      navigation={
        <Stack gap="lg">
          <NavigationLinks role={role} pathname={pathname} link={PlainLink} />
        </Stack>
      }
    >
      <LoadingRows />
    </LayoutFrame>
  )
}

function PlainLink({ to, ...link }: PlainLinkProps) {
  return <a href={`/portal${to}`} {...link} />
}
