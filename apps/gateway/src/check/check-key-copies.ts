import type { Engine } from '@heliograph/engine'
import { type Finding, warn } from './finding.ts'

/**
 * Warns of sealed copies of API keys that no instance here hands out. They are not erased, because another node of the
 * deployment may have an instance that does.
 */
export async function checkKeyCopies(
  { provisioning }: Pick<Engine, 'provisioning'>,
  handingOut: readonly string[],
): Promise<readonly Finding[]> {
  if (handingOut.length > 0) return []
  const copies = await provisioning.countKeyCopies()
  if (copies === 0) return []
  const what = copies === 1 ? 'A copy of 1 API key is' : `Copies of ${copies} API keys are`
  return [
    warn(
      'key copies',
      `${what} in the database, sealed, and no instance of this configuration hands keys out.`,
      'If no other node has one that does (@heliograph/adapter-soap): heliograph key erase-copies. The keys go on working.',
    ),
  ]
}
