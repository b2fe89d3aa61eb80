import { Group, ScrollArea } from '@mantine/core'
import { Link, type LinkProps, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { LoadingRows } from './LoadingRows.tsx'
import classes from './SectionNavigation.module.css'

export interface SectionPage {
  readonly to: LinkProps['to']
  readonly label: string
}

export interface SectionNavigationProps {
  /** What the pages are of, for those who do not see it. */
  readonly label: string
  readonly pages: readonly SectionPage[]
}

/** The pages of a section, each a click from the others, and the one that is open. */
export function SectionNavigation({ label, pages }: SectionNavigationProps) {
  const { pathname } = useLocation()
  const navigation = useRef<HTMLDivElement>(null)
  // Not all of them fit on a phone; the one that is open has to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another address.
  useEffect(() => {
    const current = navigation.current?.querySelector('[aria-current=page]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <>
      <ScrollArea type="never" mb="lg">
        <Group component="nav" ref={navigation} aria-label={label} gap={4} wrap="nowrap" className={classes.pages}>
          {pages.map((page) => (
            <Link
              key={page.to}
              to={page.to}
              className={classes.page}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              {page.label}
            </Link>
          ))}
        </Group>
      </ScrollArea>
      <Suspense fallback={<LoadingRows />}>
        <Outlet />
      </Suspense>
    </>
  )
}
