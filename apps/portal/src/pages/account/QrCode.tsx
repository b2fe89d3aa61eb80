import { Box } from '@mantine/core'
import { encode } from 'uqr'

const PIXELS = 208

/** A text as a QR code: dark on white in every theme, as cameras need it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <Box bg="white" w={PIXELS} style={{ borderRadius: 8, overflow: 'hidden', lineHeight: 0 }}>
      <svg viewBox={`0 0 ${size} ${size}`} width={PIXELS} height={PIXELS} role="img" aria-label={label}>
        <path d={squares.join('')} fill="black" shapeRendering="crispEdges" />
      </svg>
    </Box>
  )
}
