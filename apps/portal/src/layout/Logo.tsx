import { Group, Text } from '@mantine/core'
import { brand } from '../theme/brand.ts'

/** The logo with the name of the product. */
export function Logo() {
  return (
    <Group gap={10} wrap="nowrap">
      {brand.logo === undefined ? <Mirror /> : <img src={brand.logo} alt="" height="28" />}
      <Text fw={650} fz="md" style={{ letterSpacing: '-0.01em' }}>
        {brand.name}
      </Text>
    </Group>
  )
}

/** A flashing mirror. */
function Mirror() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#12615c" />
      <circle cx="11.5" cy="20.5" r="6" fill="#ffc94d" />
      <path
        d="M17.5 14.5 26 6M19.5 19.5l7-2.5M12.5 12.5 15 5.5"
        stroke="#fff"
        strokeWidth="2.4"
        strokeLinecap="round"
      />
    </svg>
  )
}
