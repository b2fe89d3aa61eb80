import type { accountTexts } from './account.ts'
import type { alertTexts } from './alerts.ts'
import type { auditDetailTexts } from './audit-details.ts'
import type { auditLogTexts } from './audit-log.ts'
import type { balanceTexts } from './balance.ts'
import type { campaignTexts } from './campaigns.ts'
import type { channelTexts } from './channels.ts'
import type { chosenContactTexts } from './chosen-contacts.ts'
import type { clientNameTexts } from './client-names.ts'
import type { clientTexts } from './clients.ts'
import type { connectionTexts } from './connection.ts'
import type { contactImportTexts } from './contact-import.ts'
import type { contactTexts } from './contacts.ts'
import type { deliveryHoursTexts } from './delivery-hours.ts'
import type { developerTexts } from './developers.ts'
import type { eraseTexts } from './erase.ts'
import type { exchangeTexts } from './exchange.ts'
import type { fieldFaultTexts } from './field-faults.ts'
import type { fieldNameTexts } from './field-names.ts'
import type { firstStepsTexts } from './first-steps.ts'
import type { inboxTexts } from './inbox.ts'
import type { linkChartTexts } from './link-charts.ts'
import type { listFileTexts } from './list-files.ts'
import type { logInTexts } from './log-in.ts'
import type { messagesTexts } from './messages.ts'
import type { momentTexts } from './moments.ts'
import type { networkTexts } from './networks.ts'
import type { newClientTexts } from './new-client.ts'
import type { operatorTexts } from './operator.ts'
import type { overviewTexts } from './overview.ts'
import type { paletteTexts } from './palette.ts'
import type { passkeyTexts } from './passkeys.ts'
import type { phonesTexts } from './phones.ts'
import type { pluginPageTexts } from './plugin-pages.ts'
import type { problemCodeTexts } from './problem-codes.ts'
import type { problemTexts } from './problems.ts'
import type { quietHoursTexts } from './quiet-hours.ts'
import type { remedyTexts } from './remedies.ts'
import type { reportsTexts } from './reports.ts'
import type { requestTexts } from './requests.ts'
import type { routingTexts } from './routing.ts'
import type { runTexts } from './run-requests.ts'
import type { savedReportTexts } from './saved-reports.ts'
import type { scheduledTexts } from './scheduled.ts'
import type { sendTexts } from './send.ts'
import type { sendingTexts } from './sending.ts'
import type { shellTexts } from './shell.ts'
import type { speedLimitTexts } from './speed-limit.ts'
import type { stateGroupTexts } from './state-groups.ts'
import type { stateTexts } from './states.ts'
import type { teamTexts } from './team.ts'
import type { variableTexts } from './template-variables.ts'
import type { uploadTexts } from './uploads.ts'
import type { userTexts } from './users.ts'
import type { waitingTexts } from './waiting.ts'
import type { webhookTexts } from './webhooks.ts'

type EveryText =
  | typeof accountTexts
  | typeof alertTexts
  | typeof auditDetailTexts
  | typeof auditLogTexts
  | typeof balanceTexts
  | typeof campaignTexts
  | typeof channelTexts
  | typeof chosenContactTexts
  | typeof clientNameTexts
  | typeof clientTexts
  | typeof connectionTexts
  | typeof contactImportTexts
  | typeof contactTexts
  | typeof deliveryHoursTexts
  | typeof developerTexts
  | typeof eraseTexts
  | typeof exchangeTexts
  | typeof fieldFaultTexts
  | typeof fieldNameTexts
  | typeof firstStepsTexts
  | typeof inboxTexts
  | typeof linkChartTexts
  | typeof listFileTexts
  | typeof logInTexts
  | typeof messagesTexts
  | typeof momentTexts
  | typeof networkTexts
  | typeof newClientTexts
  | typeof operatorTexts
  | typeof overviewTexts
  | typeof paletteTexts
  | typeof passkeyTexts
  | typeof phonesTexts
  | typeof pluginPageTexts
  | typeof problemCodeTexts
  | typeof problemTexts
  | typeof quietHoursTexts
  | typeof remedyTexts
  | typeof reportsTexts
  | typeof requestTexts
  | typeof routingTexts
  | typeof runTexts
  | typeof savedReportTexts
  | typeof scheduledTexts
  | typeof sendTexts
  | typeof sendingTexts
  | typeof shellTexts
  | typeof speedLimitTexts
  | typeof stateGroupTexts
  | typeof stateTexts
  | typeof teamTexts
  | typeof uploadTexts
  | typeof userTexts
  | typeof variableTexts
  | typeof waitingTexts
  | typeof webhookTexts

/** The texts of a file in another language that has files of its own: what is missing or too much is an error. */
export type Translated<T extends { readonly en: unknown }> = T['en']

/** Every text by its name, in a language that has files of its own. */
export type Translation = { readonly [T in EveryText as T['name']]: Translated<T> }

/** What the login page and the first error need; the other pages load all. */
export type FirstTexts = Pick<
  Translation,
  'fieldFaults' | 'fieldNames' | 'logIn' | 'problemCodes' | 'problems' | 'remedies' | 'shell'
>

/** What only the pages behind the login need. */
export type OtherTexts = Omit<Translation, keyof FirstTexts>
