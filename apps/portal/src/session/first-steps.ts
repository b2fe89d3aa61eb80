import { useLocalStorage } from '@mantine/hooks'
import { useMe } from './session.ts'

/** `auto`: the list is shown while the client is new and something is left to do. */
export type FirstStepsChoice = 'auto' | 'shown' | 'hidden'

/** Whether the user wants to see the list of first steps; kept in this browser. */
export function useFirstStepsChoice() {
  const { userId } = useMe()
  return useLocalStorage<FirstStepsChoice>({
    key: `heliograph.first-steps.${userId}`,
    defaultValue: 'auto',
    getInitialValueInEffect: false,
  })
}
