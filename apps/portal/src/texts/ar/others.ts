import type { OtherTexts } from '../translation.ts'
import { account } from './account.ts'
import { alerts } from './alerts.ts'
import { auditDetails } from './audit-details.ts'
import { auditLog } from './audit-log.ts'
import { balance } from './balance.ts'
import { campaigns } from './campaigns.ts'
import { channels } from './channels.ts'
import { chosenContacts } from './chosen-contacts.ts'
import { clientNames } from './client-names.ts'
import { clients } from './clients.ts'
import { connection } from './connection.ts'
import { contactImport } from './contact-import.ts'
import { contacts } from './contacts.ts'
import { deliveryHours } from './delivery-hours.ts'
import { developers } from './developers.ts'
import { erase } from './erase.ts'
import { exchange } from './exchange.ts'
import { firstSteps } from './first-steps.ts'
import { inbox } from './inbox.ts'
import { linkCharts } from './link-charts.ts'
import { listFiles } from './list-files.ts'
import { messages } from './messages.ts'
import { moments } from './moments.ts'
import { networks } from './networks.ts'
import { newClient } from './new-client.ts'
import { operator } from './operator.ts'
import { overview } from './overview.ts'
import { palette } from './palette.ts'
import { passkeys } from './passkeys.ts'
import { phones } from './phones.ts'
import { pluginPages } from './plugin-pages.ts'
import { quietHours } from './quiet-hours.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { routing } from './routing.ts'
import { runRequests } from './run-requests.ts'
import { savedReports } from './saved-reports.ts'
import { scheduled } from './scheduled.ts'
import { send } from './send.ts'
import { sending } from './sending.ts'
import { speedLimit } from './speed-limit.ts'
import { stateGroups } from './state-groups.ts'
import { states } from './states.ts'
import { team } from './team.ts'
import { templateVariables } from './template-variables.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { waiting } from './waiting.ts'
import { webhooks } from './webhooks.ts'

export const texts: OtherTexts = {
  account,
  alerts,
  auditDetails,
  auditLog,
  balance,
  campaigns,
  channels,
  chosenContacts,
  clientNames,
  clients,
  connection,
  contactImport,
  contacts,
  deliveryHours,
  developers,
  erase,
  exchange,
  firstSteps,
  inbox,
  linkCharts,
  listFiles,
  messages,
  moments,
  networks,
  newClient,
  operator,
  overview,
  palette,
  passkeys,
  phones,
  pluginPages,
  quietHours,
  reports,
  requests,
  routing,
  runRequests,
  savedReports,
  scheduled,
  send,
  sending,
  speedLimit,
  stateGroups,
  states,
  team,
  templateVariables,
  uploads,
  users,
  waiting,
  webhooks,
}
