import type { HttpResponse } from '@heliograph/contracts'
import { jsonResponse } from '@heliograph/wire'
import { API_VERSION_PATH, messagesPath } from '../resources.ts'
import type { Call, TwilioContext } from '../services.ts'

/** `GET .../Accounts/AC....json`, with which programs test their credentials. */
export async function account({ sids }: TwilioContext, { principal }: Call): Promise<HttpResponse> {
  const sid = sids.write('AC', principal.clientId, 0)
  return jsonResponse(200, {
    friendly_name: principal.clientName,
    owner_account_sid: sid,
    sid,
    status: 'active',
    subresource_uris: { messages: `${messagesPath(sid)}.json` },
    type: 'Full',
    uri: `${API_VERSION_PATH}/Accounts/${sid}.json`,
  })
}

/** `GET .../Accounts/AC.../Keys.json`: the key of the request, by whose SID it may log in as well. */
export async function keys({ sids }: TwilioContext, { principal, request }: Call): Promise<HttpResponse> {
  const { clientId, keyId } = principal
  const found = keyId === null ? [] : [{ sid: sids.write('SK', clientId, keyId), friendly_name: principal.email }]
  return jsonResponse(200, onePage('keys', found, request.path))
}

/** `GET .../Messages/SM.../Media.json`: a text has none. */
export async function media(_context: TwilioContext, { request }: Call): Promise<HttpResponse> {
  return jsonResponse(200, onePage('media_list', [], request.path))
}

/** A list that has no further pages. */
function onePage(name: string, items: readonly object[], path: string) {
  const end = Math.max(items.length - 1, 0)
  return {
    [name]: items,
    end,
    first_page_uri: path,
    next_page_uri: null,
    page: 0,
    page_size: 50,
    previous_page_uri: null,
    start: 0,
    uri: path,
  }
}
