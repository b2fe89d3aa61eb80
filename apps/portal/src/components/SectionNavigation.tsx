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
  /** Names the section for screen readers. */
  readonly label: string
  readonly pages: readonly SectionPage[]
}

/** Links between the pages of a section, with the open one marked. */
export function SectionNavigation({ label, pages }: SectionNavigationProps) {
  const { pathname } = useLocation()
  const navigation = useRef<HTMLDivElement>(null)
  // On a phone not all of them fit, but the open one must be visible.
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
