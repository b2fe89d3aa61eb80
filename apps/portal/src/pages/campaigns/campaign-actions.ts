import type { Schemas } from '../../api/client.ts'
import { HELD } from './held.ts'

/** What can be done with a campaign. */
export type CampaignAction = 'pause' | 'resume' | 'move' | 'speed' | 'cancel' | 'saveFailed' | 'again' | 'rename'

type Facts = Pick<Schemas['Upload'], 'state' | 'pausedBecause'>

const ENDED: ReadonlySet<Schemas['UploadState']> = new Set(['done', 'cancelled'])
const STARTED: ReadonlySet<Schemas['UploadState']> = new Set(['sending', 'scheduled', 'paused', ...ENDED])

/** The actions that the state of a campaign permits, in the order in which they are offered. */
export function actionsOf({ state, pausedBecause }: Facts): readonly CampaignAction[] {
  const isStarted = STARTED.has(state)
  const offered: Readonly<Record<CampaignAction, boolean>> = {
    pause: state === 'sending' || state === 'scheduled',
    resume: state === 'paused' && pausedBecause !== HELD,
    move: state === 'scheduled',
    speed: isStarted && !ENDED.has(state),
    cancel: !ENDED.has(state),
    again: isStarted && state !== 'scheduled',
    saveFailed: isStarted,
    rename: true,
  }
  return (Object.keys(offered) as CampaignAction[]).filter((action) => offered[action])
}
