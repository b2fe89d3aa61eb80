import { answerOf, api, type Schemas } from '../../api/client.ts'

export interface EndpointAddress extends Pick<Schemas['PluginPage'], 'instanceId' | 'pageId'> {
  readonly endpoint: string
}

/** Calls an endpoint of the plugin that a page is of; answers with what it returns. */
export async function callEndpoint(path: EndpointAddress, body: Readonly<Record<string, unknown>>): Promise<unknown> {
  const params = { path }
  const answer = api.POST('/plugin-pages/{instanceId}/{pageId}/calls/{endpoint}', { params, body })
  return (await answerOf(answer)).value
}
