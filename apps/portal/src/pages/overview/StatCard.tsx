import { Paper, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import classes from './overview.module.css'

export interface StatCardProps {
  readonly label: string
  readonly value: string
  readonly help?: string
  /** The page that the figure links to. */
  readonly to?: LinkProps['to']
  readonly search?: object
  /** Something is wrong. */
  readonly isAlarming?: boolean
}

/** The width of a card in letters of 1 cqi, which is a hundredth of it; a digit is narrower than high. */
const LETTERS = 152

/** Marks of direction, which take no room. */
const UNSEEN = /\p{Cf}/gu

/** A long figure is written smaller, because it cannot be broken; its line is as high as that of a short one. */
function figureStyle(value: string): CSSProperties {
  return {
    fontSize: `min(var(--mantine-font-size-xl), ${LETTERS / value.replaceAll(UNSEEN, '').length}cqi)`,
    lineHeight: 'calc(var(--mantine-font-size-xl) * 1.4)',
    whiteSpace: 'nowrap',
  }
}

/** A figure with its name, linked to what it counts. */
export function StatCard({ label, value, help, to, search, isAlarming = false }: StatCardProps) {
  const inside = (
    <>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} style={figureStyle(value)} c={isAlarming ? 'var(--heliograph-text-red)' : undefined}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" mih="1.1em">
        {help}
      </Text>
    </>
  )
  if (to === undefined)
    return (
      <Paper p="md" className={classes.stat}>
        {inside}
      </Paper>
    )
  return (
    <Paper
      p="md"
      component={Link}
      to={to as '/messages'}
      search={(search ?? {}) as never}
      className={`${classes.stat} ${classes.card}`}
    >
      {inside}
    </Paper>
  )
}
