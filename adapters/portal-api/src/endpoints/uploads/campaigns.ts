import { ROLES } from '@heliograph/contracts'
import { Type } from 'typebox'
import { csvHeaders, pagesAsCsv } from '../../csv-files.ts'
import { defineEndpoint } from '../../endpoint.ts'
import { nullable, stateSchema } from '../../schemas.ts'
import { speedLimitSchema } from '../sending/speed-limit.ts'
import { FAILED_COLUMNS, failedPages } from './failed-rows.ts'
import { formatUpload, requireUpload, uploadSchema } from './upload-schemas.ts'

const params = Type.Object({ uploadId: Type.Integer() })

const name = Type.String({ description: 'Display name, 1 to 200 characters.' })

const renameUpload = defineEndpoint({
  method: 'PATCH',
  path: '/uploads/:uploadId',
  id: 'renameUpload',
  summary: 'Rename an upload',
  roles: ROLES,
  params,
  body: Type.Object({ name }, { additionalProperties: false }),
  answer: uploadSchema,
  errors: ['not-found'],
  act: { action: 'upload-renamed', by: 'anyone', subject: ({ params: { uploadId } }) => `upload ${uploadId}` },
  async handle({ services }, { principal, params: { uploadId }, body }) {
    return formatUpload(await services.uploads.rename(principal, uploadId, body.name))
  },
})

const limitUploadSpeed = defineEndpoint({
  method: 'PUT',
  path: '/uploads/:uploadId/speed-limit',
  id: 'limitUploadSpeed',
  summary: 'Limit how fast an upload is sent, until it has ended',
  roles: ROLES,
  params,
  body: Type.Object(
    { speedLimit: nullable(speedLimitSchema, 'Null for none.') },
    {
      additionalProperties: false,
      description:
        'Where there was no limit, messages that are due already are sent as they are; those that are scheduled, paused or not submitted yet keep to it.',
    },
  ),
  answer: uploadSchema,
  errors: ['not-found', 'conflict'],
  act: { action: 'upload-speed-changed', by: 'anyone', subject: ({ params: { uploadId } }) => `upload ${uploadId}` },
  async handle({ services }, { principal, params: { uploadId }, body: { speedLimit } }) {
    return formatUpload(await services.uploads.limitSpeed(principal, uploadId, speedLimit))
  },
})

const textResultsSchema = Type.Object(
  {
    text: Type.Enum(['A', 'B']),
    recipients: Type.Integer(),
    delivered: Type.Integer(),
    replied: Type.Integer(),
    optedOut: Type.Integer(),
  },
  { title: 'TextResults' },
)

const resultsSchema = Type.Object(
  {
    states: Type.Array(Type.Object({ state: stateSchema, messages: Type.Integer() }), {
      description: 'Current number of messages by state.',
    }),
    recipients: Type.Integer({ description: 'Number of recipients of accepted messages.' }),
    replied: Type.Integer({
      description: 'Recipients who sent an SMS within 7 days of the time their message was due.',
    }),
    optedOut: Type.Integer({
      description: 'Recipients who opted out within these 7 days and have not opted in since.',
    }),
    texts: Type.Array(textResultsSchema, {
      description: 'The same for each of two compared texts. Empty if there is only one.',
    }),
  },
  { title: 'CampaignResults' },
)

const getUploadResults = defineEndpoint({
  method: 'GET',
  path: '/uploads/:uploadId/results',
  id: 'getUploadResults',
  summary: 'Get results of an upload: states, replies and opt-outs',
  roles: ROLES,
  params,
  answer: resultsSchema,
  errors: ['not-found'],
  async handle({ services }, { principal, params: { uploadId }, request }) {
    const { states, texts, ...people } = await services.uploads.results(principal, uploadId, { signal: request.signal })
    return {
      ...people,
      texts: [...texts],
      states: stateSchema.enum.flatMap((state) =>
        states[state] === undefined ? [] : [{ state, messages: states[state] }],
      ),
    }
  },
})

const exportFailedRows = defineEndpoint({
  method: 'GET',
  path: '/uploads/:uploadId/failed.csv',
  id: 'exportFailedRows',
  summary: 'Export rejected rows and failed messages of an upload as CSV, with reasons',
  roles: ROLES,
  params,
  errors: ['invalid', 'not-found'],
  act: { action: 'failed-rows-exported', by: 'anyone', subject: ({ params: { uploadId } }) => `upload ${uploadId}` },
  async handle({ services }, { principal, params: { uploadId }, request }) {
    const upload = requireUpload(await services.uploads.get(principal, uploadId))
    const nextPage = failedPages(services, principal, upload, request.signal)
    // The first page is read before the head of the response is sent, so that an error can still be reported.
    const first = await nextPage()
    return {
      response: {
        status: 200,
        headers: csvHeaders(`failed-${uploadId}.csv`),
        stream: { pieces: pagesAsCsv(FAILED_COLUMNS, first, nextPage) },
      },
    }
  },
})

const resendUpload = defineEndpoint({
  method: 'POST',
  path: '/uploads/:uploadId/resend',
  id: 'resendUpload',
  summary: 'Create an upload that sends failed messages again. It is validated, then waits to be started',
  roles: ROLES,
  params,
  body: Type.Object({ name }, { additionalProperties: false }),
  answer: uploadSchema,
  errors: ['not-found', 'conflict'],
  async handle({ services }, { principal, params: { uploadId }, body }) {
    return formatUpload(await services.uploads.createFromFailed(principal, uploadId, body.name))
  },
})

/** Uploads as campaigns: their names, speeds, results and failures. */
export const campaignEndpoints = [renameUpload, limitUploadSpeed, getUploadResults, exportFailedRows, resendUpload]
