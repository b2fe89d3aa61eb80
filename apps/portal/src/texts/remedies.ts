import { defineTexts } from '../language/define-texts.ts'

/** The links from a problem to its remedy. */
export const remedyTexts = defineTexts('remedies', {
  en: {
    campaigns: 'Go to the campaigns',
    channels: 'Go to the channels',
    contacts: 'Go to the contacts',
    credit: 'See the credit',
    inbox: 'Go to the inbox',
    keys: 'Go to the API keys',
    messages: 'Go to the messages',
    security: 'Go to your security settings',
    templates: 'Go to the templates',
    users: 'Go to the users',
    webhooks: 'Go to the webhooks',
  },
  fr: {
    campaigns: 'Aller aux campagnes',
    channels: 'Aller aux canaux',
    contacts: 'Aller aux contacts',
    credit: 'Voir le crédit',
    inbox: 'Aller à la boîte de réception',
    keys: 'Aller aux clés d’API',
    messages: 'Aller aux messages',
    security: 'Aller à vos réglages de sécurité',
    templates: 'Aller aux modèles',
    users: 'Aller aux utilisateurs',
    webhooks: 'Aller aux webhooks',
  },
})
