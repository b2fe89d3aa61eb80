import { defineTexts } from '../language/define-texts.ts'

/** The log of webhooks, and how receivers verify them. */
export const webhookTexts = defineTexts('webhooks', {
  en: {
    title: 'Webhooks',
    description: 'What was sent to your servers, how they responded, and what is still waiting to be sent.',
    verifyLink: 'Verify a signature',
    backToLog: 'All webhooks',
    none: 'No matching webhooks',
    noneText:
      'Webhooks appear here as soon as a channel has a URL and something happens: a receipt, an incoming SMS, an opt-out.',
    list: 'Webhooks, newest first',
    filters: 'Filters',
    any: 'All',
    kind: 'Kind',
    state: 'State',
    channel: 'Channel',
    since: 'Since',
    everyClient: 'All clients',
    kinds: { dlr: 'Delivery receipt', incoming: 'Incoming SMS', 'opt-out': 'Opt-out', 'opt-in': 'Opt-in' },
    states: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    periods: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days' },
    select: (id: number) => `Select webhook ${id}`,
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    selected: (count: number) => `${count} selected`,
    resend: 'Resend',
    resendSelected: (count: number) => `Resend ${count}`,
    resendFailed: 'Resend all failed',
    resendFailedText:
      'Resends every webhook that matches the filters and failed for good in this period. Your server may get one twice.',
    resent: (count: number) =>
      count === 0
        ? 'There was nothing to resend'
        : count === 1
          ? '1 webhook is being resent'
          : `${count} webhooks are being resent`,
    clear: 'Clear selection',
    details: (id: number) => `Webhook ${id}`,
    tellsOf: 'About',
    message: (id: number) => `Message ${id}`,
    incoming: (id: number) => `Incoming SMS ${id}`,
    createdAt: 'created',
    noRequest: 'The request has not been created yet.',
    noAttempts: 'No attempts yet.',
    attempt: (number: number) => `Attempt ${number}`,
    paused: {
      title: (count: number) => (count === 1 ? 'One server keeps failing' : `${count} servers keep failing`),
      text: 'Webhooks wait until a single probe succeeds; nothing is lost in the meantime. Fix the server, and they are sent automatically.',
      waiting: (count: string) => `${count} waiting`,
      since: 'since',
      next: 'Next probe',
      show: 'Show',
    },
    verify: {
      title: 'Verify a signature',
      description: 'How your server checks that a webhook comes from here and was not changed on the way.',
      rule: 'X-Signature is sha256= followed by the HMAC-SHA256 of the exact body, in hexadecimal, with the secret of the channel as the key. While a secret is being changed, X-Signature-Next is made with the new one: accept either.',
      channel: 'Channel',
      url: 'Its URL for delivery receipts',
      noUrl: 'The channel has no URL for delivery receipts yet, so the examples listen on this machine.',
      secretHint:
        'Pass the security key to the program in the variable SECRET. It was shown when it was generated; if it is lost, generate a new one.',
      toSecrets: 'Go to the keys of the channel',
      byHand: 'By hand',
      check: {
        title: 'Check one here',
        text: 'None of this leaves your browser.',
        secret: 'Secret',
        body: 'Body, exactly as it came',
        signature: 'X-Signature',
        matches: 'The signature is genuine',
        differs: 'The signature does not match this body and secret',
        expected: 'Expected:',
        unavailable: 'Browsers compute signatures only on HTTPS pages. Use one of the programs above.',
      },
      libraries:
        'Standard Webhooks libraries verify the headers webhook-id, webhook-timestamp and webhook-signature, which are also sent.',
    },
  },
  fr: {
    title: 'Webhooks',
    description: 'Ce qui a été envoyé à vos serveurs, ce qu’ils ont répondu, et ce qui attend encore.',
    verifyLink: 'Vérifier une signature',
    backToLog: 'Tous les webhooks',
    none: 'Aucun webhook ne correspond',
    noneText:
      'Les webhooks apparaissent ici dès qu’un canal a une URL et qu’un événement se produit : un accusé, un SMS entrant, un désabonnement.',
    list: 'Webhooks, les plus récents d’abord',
    filters: 'Filtres',
    any: 'Tous',
    kind: 'Type',
    state: 'État',
    channel: 'Canal',
    since: 'Depuis',
    everyClient: 'Tous les clients',
    kinds: {
      dlr: 'Accusé de réception',
      incoming: 'SMS entrant',
      'opt-out': 'Désabonnement',
      'opt-in': 'Réabonnement',
    },
    states: { pending: 'En attente', delivered: 'Remis', failed: 'Échoué' },
    periods: { hour: 'Dernière heure', day: 'Dernières 24 heures', week: '7 derniers jours' },
    select: (id: number) => `Sélectionner le webhook ${id}`,
    attempts: (count: number) => (count < 2 ? `${count} tentative` : `${count} tentatives`),
    selected: (count: number) => (count < 2 ? `${count} sélectionné` : `${count} sélectionnés`),
    resend: 'Renvoyer',
    resendSelected: (count: number) => `Renvoyer ${count}`,
    resendFailed: 'Renvoyer tous les échoués',
    resendFailedText:
      'Renvoie chaque webhook échoué définitivement dans cette période, selon les filtres. Votre serveur peut en recevoir un deux fois.',
    resent: (count: number) =>
      count === 0
        ? 'Il n’y avait rien à renvoyer'
        : count === 1
          ? '1 webhook est en cours de renvoi'
          : `${count} webhooks sont en cours de renvoi`,
    clear: 'Effacer la sélection',
    details: (id: number) => `Webhook ${id}`,
    tellsOf: 'Concerne',
    message: (id: number) => `Message ${id}`,
    incoming: (id: number) => `SMS entrant ${id}`,
    createdAt: 'créé',
    noRequest: 'La requête n’a pas encore été créée.',
    noAttempts: 'Aucune tentative pour le moment.',
    attempt: (number: number) => `Tentative ${number}`,
    paused: {
      title: (count: number) => (count < 2 ? 'Un serveur échoue sans cesse' : `${count} serveurs échouent sans cesse`),
      text: 'Les webhooks attendent qu’une requête d’essai réussisse ; rien n’est perdu entre-temps. Réparez le serveur, et ils partiront automatiquement.',
      waiting: (count: string) => `${count} en attente`,
      since: 'depuis',
      next: 'Prochain essai',
      show: 'Voir',
    },
    verify: {
      title: 'Vérifier une signature',
      description: 'Comment votre serveur vérifie qu’un webhook vient d’ici et n’a pas été modifié en route.',
      rule: 'X-Signature est sha256= suivi du HMAC-SHA256 du corps exact, en hexadécimal, avec le secret du canal comme clé. Pendant un changement de secret, X-Signature-Next est calculé avec le nouveau : acceptez l’un ou l’autre.',
      channel: 'Canal',
      url: 'Son URL pour les accusés de réception',
      noUrl: 'Le canal n’a pas encore d’URL pour les accusés : les exemples écoutent sur cette machine.',
      secretHint:
        'Donnez la clé de sécurité au programme dans la variable SECRET. Elle a été affichée à sa création ; si elle est perdue, générez-en une nouvelle.',
      toSecrets: 'Aller aux clés du canal',
      byHand: 'À la main',
      check: {
        title: 'En vérifier une ici',
        text: 'Rien de ceci ne quitte votre navigateur.',
        secret: 'Secret',
        body: 'Corps, exactement comme reçu',
        signature: 'X-Signature',
        matches: 'La signature est authentique',
        differs: 'La signature ne correspond pas à ce corps et à ce secret',
        expected: 'Attendue :',
        unavailable:
          'Les navigateurs ne calculent des signatures que sur les pages HTTPS. Utilisez un des programmes ci-dessus.',
      },
      libraries:
        'Les bibliothèques de Standard Webhooks vérifient les en-têtes webhook-id, webhook-timestamp et webhook-signature, qui sont aussi envoyés.',
    },
  },
})
