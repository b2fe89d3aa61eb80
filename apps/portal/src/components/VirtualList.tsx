import { Box, Center, Loader, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTexts } from '../language/define-texts.ts'
import { shellTexts } from '../texts/shell.ts'

export interface VirtualListProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  /** Pixels; rows may have another height, which is measured. */
  readonly rowHeight: number
  readonly renderRow: (item: T, index: number) => ReactNode
  /** Names the list for screen readers. */
  readonly label: string
  /** There is more to load. */
  readonly hasMore?: boolean
  /** Called when the end is near; may be called again before it has finished. */
  readonly onMore?: () => void
  readonly isLoadingMore?: boolean
  /** CSS height of the scrolled area. */
  readonly height?: string
}

/** How many rows before the end more are loaded. */
const AHEAD = 20

/** A list of any length: only the visible rows are in the page. Scrolling loads more. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { items, keyOf, rowHeight, renderRow, label, hasMore = false, onMore, isLoadingMore = false } = props
  const area = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => area.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(items[index] as T),
    overscan: 8,
  })
  const rows = virtualizer.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= items.length - AHEAD) onMore?.()
  }, [hasMore, isLoadingMore, last, items.length, onMore])
  return (
    <Box
      ref={area}
      role="region"
      aria-label={label}
      // A region that scrolls has to be reachable by keyboard.
      tabIndex={0}
      style={{
        height: props.height ?? 'calc(100dvh - 16rem)',
        minHeight: '16rem',
        overflow: 'auto',
        contain: 'strict',
      }}
    >
      <ul
        style={{ height: virtualizer.getTotalSize(), position: 'relative', listStyle: 'none', margin: 0, padding: 0 }}
      >
        {rows.map((row) => (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={hasMore ? -1 : items.length}
            aria-posinset={row.index + 1}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${row.start}px)` }}
          >
            {renderRow(items[row.index] as T, row.index)}
          </li>
        ))}
      </ul>
      <ListEnd isLoading={isLoadingMore} hasMore={hasMore} />
    </Box>
  )
}

function ListEnd({ isLoading, hasMore }: { readonly isLoading: boolean; readonly hasMore: boolean }) {
  const { loadingMore, endOfList } = useTexts(shellTexts)
  return (
    <Center py="md" h={56}>
      {isLoading ? (
        <Loader size="sm" aria-label={loadingMore} />
      ) : (
        <Text size="xs" c="dimmed">
          {hasMore ? '' : endOfList}
        </Text>
      )}
    </Center>
  )
}
