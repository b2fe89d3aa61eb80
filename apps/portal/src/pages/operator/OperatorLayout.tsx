import { Group, ScrollArea } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { LoadingRows } from '../../components/LoadingRows.tsx'
import { useTexts } from '../../language/define-texts.ts'
import { operatorTexts } from '../../texts/operator.ts'
import classes from './OperatorLayout.module.css'

const PAGES = ['clients', 'routing', 'links', 'instances', 'nodes', 'unmatched'] as const

/** The pages of operators, each a click from the others. */
export function OperatorLayout() {
  const { pages, sections } = useTexts(operatorTexts)
  return (
    <>
      <ScrollArea type="never" mb="lg">
        <Group component="nav" aria-label={sections} gap={4} wrap="nowrap" className={classes.pages}>
          {PAGES.map((page) => (
            <Link
              key={page}
              to={`/operator/${page}`}
              className={classes.page}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ includeSearch: false }}
            >
              {pages[page]}
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
