import type { MessageState, UploadState } from '@heliograph/contracts'

/** What decides where a campaign stands. */
export interface CampaignFacts {
  /** As it is stored: `sending` from its start until its messages have gone out, it was paused or cancelled. */
  readonly stored: UploadState
  /** All of its rows have been submitted or left out. */
  readonly isAllSubmitted: boolean
  /** The time of its messages is still to come. */
  readonly isLater: boolean
}

/** Where a campaign stands now. */
export function campaignState({ stored, isAllSubmitted, isLater }: CampaignFacts): UploadState {
  return stored === 'sending' && isAllSubmitted && isLater ? 'scheduled' : stored
}

/**
 * States of messages that did not reach the phone and never will, whose text can be sent again. Without `unconfirmed`:
 * that may have arrived.
 */
export const FAILED_STATES: readonly MessageState[] = ['undeliverable', 'refused-by-network', 'expired', 'no-route']
