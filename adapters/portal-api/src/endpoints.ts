import type { Endpoint } from './endpoint.ts'
import { auditEndpoints } from './endpoints/account/audit-log.ts'
import { invitationEndpoints } from './endpoints/account/invitations.ts'
import { keyEndpoints } from './endpoints/account/keys.ts'
import { networkEndpoints } from './endpoints/account/networks.ts'
import { ownPasswordEndpoints } from './endpoints/account/own-password.ts'
import { passkeyEndpoints } from './endpoints/account/passkeys.ts'
import { quietHoursEndpoints } from './endpoints/account/quiet-hours.ts'
import { secondFactorEndpoints } from './endpoints/account/second-factor.ts'
import { ownSessionEndpoints } from './endpoints/account/sessions.ts'
import { userEndpoints } from './endpoints/account/users.ts'
import { alertEndpoints } from './endpoints/alerts/alerts.ts'
import { channelSecretEndpoints } from './endpoints/channels/channel-secrets.ts'
import { channelTestEndpoints } from './endpoints/channels/channel-tests.ts'
import { channelEndpoints } from './endpoints/channels/channels.ts'
import { outgoingNumberEndpoints } from './endpoints/channels/outgoing-numbers.ts'
import { clientEndpoints } from './endpoints/clients/clients.ts'
import { creditEndpoints } from './endpoints/clients/credit.ts'
import { chosenContactEndpoints } from './endpoints/contacts/chosen-contacts.ts'
import { contactListEndpoints } from './endpoints/contacts/contact-lists.ts'
import { contactStatusEndpoints } from './endpoints/contacts/contact-status.ts'
import { contactEndpoints } from './endpoints/contacts/contacts.ts'
import { groupEndpoints } from './endpoints/contacts/groups.ts'
import { attachmentEndpoints } from './endpoints/conversations/attachments.ts'
import { conversationEndpoints } from './endpoints/conversations/conversations.ts'
import { replyEndpoints } from './endpoints/conversations/replies.ts'
import { searchEndpoints } from './endpoints/conversations/search.ts'
import { teamEndpoints } from './endpoints/conversations/team.ts'
import { figureEndpoints } from './endpoints/figures/figures.ts'
import { savedReportEndpoints } from './endpoints/figures/saved-reports.ts'
import { findEndpoints } from './endpoints/find.ts'
import { firstStepEndpoints } from './endpoints/first-steps.ts'
import { interfaceEndpoints } from './endpoints/interfaces.ts'
import { liveEndpoints } from './endpoints/live.ts'
import { logInEndpoints } from './endpoints/login.ts'
import { passkeyLogInEndpoints } from './endpoints/login-passkey.ts'
import { providerEndpoints } from './endpoints/login-provider.ts'
import { messageChangeEndpoints } from './endpoints/messages/message-changes.ts'
import { messageExportEndpoints } from './endpoints/messages/message-export.ts'
import { messageEndpoints } from './endpoints/messages/messages.ts'
import { trafficEndpoints } from './endpoints/messages/traffic.ts'
import { deploymentEndpoints } from './endpoints/operator/deployment.ts'
import { holdEndpoints } from './endpoints/operator/holds.ts'
import { linkEndpoints } from './endpoints/operator/links.ts'
import { queueEndpoints } from './endpoints/operator/queues.ts'
import { routingEndpoints } from './endpoints/operator/routing.ts'
import { unknownEndpoints } from './endpoints/operator/unknown.ts'
import { unmatchedEndpoints } from './endpoints/operator/unmatched.ts'
import { overviewEndpoints } from './endpoints/overview/overview.ts'
import { passwordLinkEndpoints } from './endpoints/password-links.ts'
import { phoneEndpoints } from './endpoints/phones.ts'
import { pluginPageEndpoints } from './endpoints/plugin-pages.ts'
import { requestEndpoints } from './endpoints/requests.ts'
import { previewEndpoints } from './endpoints/sending/preview.ts'
import { scheduledEndpoints } from './endpoints/sending/scheduled.ts'
import { sendEndpoints } from './endpoints/sending/send.ts'
import { senderEndpoints } from './endpoints/sending/senders.ts'
import { templateEndpoints } from './endpoints/sending/templates.ts'
import { sessionEndpoints } from './endpoints/session.ts'
import { uploadEndpoints } from './endpoints/uploads/uploads.ts'
import { webhookEndpoints } from './endpoints/webhooks/webhooks.ts'

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...alertEndpoints,
  ...auditEndpoints,
  ...channelEndpoints,
  ...channelSecretEndpoints,
  ...channelTestEndpoints,
  ...clientEndpoints,
  ...creditEndpoints,
  ...deploymentEndpoints,
  ...chosenContactEndpoints,
  ...contactEndpoints,
  ...contactListEndpoints,
  ...contactStatusEndpoints,
  ...attachmentEndpoints,
  ...conversationEndpoints,
  ...figureEndpoints,
  ...findEndpoints,
  ...firstStepEndpoints,
  ...groupEndpoints,
  ...holdEndpoints,
  ...interfaceEndpoints,
  ...invitationEndpoints,
  ...requestEndpoints,
  ...keyEndpoints,
  ...linkEndpoints,
  ...liveEndpoints,
  ...logInEndpoints,
  ...providerEndpoints,
  ...messageEndpoints,
  ...messageChangeEndpoints,
  ...messageExportEndpoints,
  ...networkEndpoints,
  ...outgoingNumberEndpoints,
  ...overviewEndpoints,
  ...ownPasswordEndpoints,
  ...quietHoursEndpoints,
  ...ownSessionEndpoints,
  ...passkeyEndpoints,
  ...passkeyLogInEndpoints,
  ...passwordLinkEndpoints,
  ...phoneEndpoints,
  ...pluginPageEndpoints,
  ...queueEndpoints,
  ...routingEndpoints,
  ...replyEndpoints,
  ...searchEndpoints,
  ...previewEndpoints,
  ...savedReportEndpoints,
  ...scheduledEndpoints,
  ...sendEndpoints,
  ...senderEndpoints,
  ...secondFactorEndpoints,
  ...sessionEndpoints,
  ...teamEndpoints,
  ...templateEndpoints,
  ...trafficEndpoints,
  ...unknownEndpoints,
  ...unmatchedEndpoints,
  ...uploadEndpoints,
  ...userEndpoints,
  ...webhookEndpoints,
]
