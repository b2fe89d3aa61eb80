import { FIGURE_DIVISIONS, FIGURE_STEPS, REPORT_PERIODS, ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable } from '../../schemas.ts'

const settings = {
  name: Type.String({ description: 'Name of the report, 1 to 100 characters.' }),
  period: Type.Enum([...REPORT_PERIODS], {
    title: 'ReportPeriod',
    description: 'Period of the report, relative to today.',
  }),
  step: Type.Enum([...FIGURE_STEPS]),
  by: Type.Enum([...FIGURE_DIVISIONS]),
  everyClient: Type.Boolean({ description: 'Include all clients. Operators only.' }),
  language: Type.String({ maxLength: 35, description: 'Language of the mail: `en`, `fr`, ...' }),
  isMailed: Type.Boolean({ description: 'Whether the report is mailed to its owner on Mondays.' }),
}

const draftSchema = Type.Object(settings, { title: 'SavedReportDraft', additionalProperties: false })

const savedReportSchema = Type.Object({ reportId: Type.Integer(), ...settings }, { title: 'SavedReport' })

const params = Type.Object({ reportId: Type.Integer() })

const listReports = defineEndpoint({
  method: 'GET',
  path: '/reports',
  id: 'listSavedReports',
  summary: 'List your saved reports, and whether mail is configured',
  roles: ROLES,
  answer: Type.Object(
    { records: Type.Array(savedReportSchema), next: nullable(Type.Integer()), hasMail: Type.Boolean() },
    { title: 'SavedReportList' },
  ),
  async handle({ services }, { self }) {
    const records = [...(await services.savedReports.list(self))]
    return { records, next: null, hasMail: services.mail !== undefined }
  },
})

const addReport = defineEndpoint({
  method: 'POST',
  path: '/reports',
  id: 'addSavedReport',
  summary: 'Save a report',
  roles: ROLES,
  body: draftSchema,
  answer: savedReportSchema,
  errors: ['conflict'],
  act: { action: 'report-saved', by: 'anyone', subject: (_, { reportId }) => `report ${reportId}` },
  async handle({ services }, { self, body }) {
    return services.savedReports.add(self, body)
  },
})

const changeReport = defineEndpoint({
  method: 'PUT',
  path: '/reports/:reportId',
  id: 'changeSavedReport',
  summary: 'Update a saved report, or turn its mails on or off',
  roles: ROLES,
  params,
  body: draftSchema,
  answer: savedReportSchema,
  errors: ['not-found'],
  act: { action: 'report-changed', by: 'anyone', subject: ({ params }) => `report ${params.reportId}` },
  async handle({ services }, { self, params: { reportId }, body }) {
    return services.savedReports.change(self, reportId, body)
  },
})

const removeReport = defineEndpoint({
  method: 'DELETE',
  path: '/reports/:reportId',
  id: 'removeSavedReport',
  summary: 'Delete a saved report',
  roles: ROLES,
  params,
  errors: ['not-found'],
  act: { action: 'report-removed', by: 'anyone', subject: ({ params }) => `report ${params.reportId}` },
  async handle({ services }, { self, params: { reportId } }) {
    await services.savedReports.remove(self, reportId)
    return undefined
  },
})

/** Reports that users keep. They are the user's own, whichever client an operator looks at. */
export const savedReportEndpoints = [listReports, addReport, changeReport, removeReport]
