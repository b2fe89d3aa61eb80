import type { Template } from '../../src/intake/accept/template.ts'

/** What an account's messages have in common when they are stored, with these values for some of it. */
export function makeStoredTemplate(
  given: Pick<Template, 'clientId' | 'userId' | 'channelId'> & Partial<Template>,
): Template {
  return {
    sender: '27820001234',
    body: 'hello',
    encoding: 0,
    parts: 1,
    priority: 10,
    flash: false,
    receiptWebhook: true,
    notifyFormat: 0,
    origin: 'v2',
    requestId: null,
    route: 'default',
    bulkId: null,
    speedId: null,
    reference: null,
    metadata: null,
    notifyUrl: null,
    notifyInstance: null,
    notifyContext: null,
    acceptedAt: 1_769_904_000_000,
    sendAt: null,
    validitySeconds: 172_800,
    pricePerPart: null,
    userDataHeader: null,
    deliveryWindow: null,
    pushOn: null,
    pushContext: null,
    pushGroup: null,
    isUnblocked: false,
    ...given,
  }
}
