import {
  IconCopy,
  IconFileAlert,
  IconMessageOff,
  IconPhoneX,
  IconRulerMeasure,
  IconSquareOff,
  IconUserOff,
} from '@tabler/icons-react'
import type { Schemas } from '../../api/client.ts'

/**
 * Colour and icon of each reason why a row is left out: red for a fault of the row, orange for a refusal by the
 * gateway.
 */
export const PROBLEM_SENTENCES = {
  unreadable: { color: 'red', Icon: IconFileAlert },
  'bad-number': { color: 'red', Icon: IconPhoneX },
  'missing-value': { color: 'red', Icon: IconSquareOff },
  'empty-text': { color: 'red', Icon: IconMessageOff },
  'too-long': { color: 'red', Icon: IconRulerMeasure },
  duplicate: { color: 'orange', Icon: IconCopy },
  'opted-out': { color: 'orange', Icon: IconUserOff },
} as const satisfies Record<Schemas['UploadProblem'], object>
