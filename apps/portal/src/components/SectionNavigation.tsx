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
  const area = useRef<HTMLDivElement>(null)
  // On a phone not all of them fit, but the open one must be visible, also once the device is turned.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another address.
  useEffect(() => {
    const { current } = area
    if (current === null) return
    const observer = new ResizeObserver(() => showOpenPage(current))
    observer.observe(current)
    return () => observer.disconnect()
  }, [pathname])
  return (
    <>
      <ScrollArea type="never" mb="lg" viewportRef={area}>
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

/** Scrolls the link of the open page to the middle; the page itself stays where it is. */
function showOpenPage(area: HTMLElement): void {
  const open = area.querySelector('[aria-current=page]')
  if (open === null) return
  const [link, shown] = [open.getBoundingClientRect(), area.getBoundingClientRect()]
  area.scrollBy({ left: link.left + link.width / 2 - (shown.left + shown.width / 2) })
}
