import { Paper, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
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

/** A figure with its name, linked to what it counts. */
export function StatCard({ label, value, help, to, search, isAlarming = false }: StatCardProps) {
  const inside = (
    <>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text
        fz="xl"
        fw={600}
        lh={1.4}
        style={{ overflowWrap: 'normal' }}
        c={isAlarming ? 'var(--heliograph-text-red)' : undefined}
      >
        {value}
      </Text>
      <Text size="xs" c="dimmed" mih="1.1em">
        {help}
      </Text>
    </>
  )
  if (to === undefined) return <Paper p="md">{inside}</Paper>
  return (
    <Paper p="md" component={Link} to={to as '/messages'} search={(search ?? {}) as never} className={classes.card}>
      {inside}
    </Paper>
  )
}
