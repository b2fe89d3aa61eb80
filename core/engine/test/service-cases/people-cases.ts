import type { ServiceCase } from '../../../testkit/src/services/service-world.ts'
import type { EngineWorld } from '../support/service-world.ts'
import { alertCases } from './alert-cases.ts'
import { campaignCases } from './campaign-cases.ts'
import { conversationCases } from './conversation-cases.ts'
import { erasureCases } from './erasure-cases.ts'
import { operatorCases } from './operator-cases.ts'
import { personalUploadCases } from './personal-upload-cases.ts'
import { receivedCases } from './received-cases.ts'
import { savedReportCases } from './saved-report-cases.ts'
import { statusCases } from './status-cases.ts'
import { teamInboxCases } from './team-inbox-cases.ts'
import { templateCases } from './template-cases.ts'
import { uploadCases } from './upload-cases.ts'
import { uploadSenderCases } from './upload-sender-cases.ts'
import { uploadSpeedCases } from './upload-speed-cases.ts'
import { visibleCases } from './visible-cases.ts'
import { waitingCases } from './waiting-cases.ts'
import { webhookCases } from './webhook-cases.ts'

/** What the contracts promise about the services for people, by subject. */
export const PEOPLE_CASES: Readonly<Record<string, readonly ServiceCase<EngineWorld>[]>> = {
  alerts: alertCases,
  'saved reports': savedReportCases,
  'the log of webhooks': webhookCases,
  'incoming SMS that people look up': receivedCases,
  conversations: conversationCases,
  'an inbox that colleagues share': teamInboxCases,
  'what people with one channel see': visibleCases,
  figures: statusCases,
  uploads: [...uploadCases, ...personalUploadCases, ...uploadSenderCases, ...uploadSpeedCases],
  campaigns: campaignCases,
  'texts to send again': templateCases,
  'why messages wait': waitingCases,
  'numbers that are erased': erasureCases,
  'for operators alone': operatorCases,
}
