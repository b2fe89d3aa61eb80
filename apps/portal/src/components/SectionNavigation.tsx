import { Group, ScrollArea } from '@mantine/core'
import { Link, type LinkProps, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
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
  return (
    <>
      <ScrollArea type="never" mb="lg">
        <Group component="nav" aria-label={label} gap={4} wrap="nowrap" className={classes.pages}>
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
