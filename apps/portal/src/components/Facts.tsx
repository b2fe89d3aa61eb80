import { Box, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'

export interface FactsProps {
  /** Each a name and a value. */
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}

/** Names with their values beside them, lined up. */
export function Facts({ facts }: FactsProps) {
  return (
    <Box
      component="dl"
      m={0}
      style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: '1.5rem', rowGap: '0.25rem' }}
    >
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} ta="end">
            {value}
          </Text>
        </Fragment>
      ))}
    </Box>
  )
}
