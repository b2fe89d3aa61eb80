import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../language/define-texts.ts'
import { paletteTexts } from '../../texts/palette.ts'
import classes from './palette.module.css'
import type { Hit, HitGroup } from './use-hits.tsx'

export interface HitListProps {
  readonly listId: string
  readonly groups: readonly HitGroup[]
  readonly chosenId: string | undefined
  readonly onChoose: (hit: Hit) => void
  /** Shown below the hits, or instead of them. */
  readonly note: string | undefined
}

/** Hits under the headings of their groups. The focus stays in the input, which refers to the chosen hit. */
export function HitList({ listId, groups, chosenId, onChoose, note }: HitListProps) {
  const texts = useTexts(paletteTexts)
  const chosen = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => void chosen.current?.scrollIntoView({ block: 'nearest' }), [chosenId])
  return (
    <>
      <div id={listId} role="listbox" aria-label={texts.hits} className={classes.list}>
        {groups.map(({ group, hits }) => (
          // biome-ignore lint/a11y/useSemanticElements: no fields, but options under a heading
          <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
            <div id={`${listId}-${group}`} className={classes.heading}>
              {texts.groups[group]}
            </div>
            {hits.map((hit) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the input
              // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus
              <div
                key={hit.id}
                id={`${listId}-${hit.id}`}
                ref={hit.id === chosenId ? chosen : undefined}
                role="option"
                aria-selected={hit.id === chosenId}
                className={classes.hit}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(hit)}
              >
                <hit.Icon size={20} stroke={1.5} aria-hidden />
                <span className={classes.body}>
                  <span>{hit.label}</span>
                  {hit.description !== undefined && <span className={classes.description}>{hit.description}</span>}
                </span>
                {hit.aside}
              </div>
            ))}
          </div>
        ))}
      </div>
      {note !== undefined && (
        <Text size="sm" c="dimmed" p="md">
          {note}
        </Text>
      )}
    </>
  )
}
