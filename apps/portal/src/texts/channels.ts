import { defineTexts } from '../language/define-texts.ts'

/** Channels and their settings. */
export const channelTexts = defineTexts('channels', {
  en: {
    title: 'Channels',
    description: 'The numbers and senders that you send from and receive on, and what happens to incoming SMS.',
    none: 'No channels yet',
    noneText: 'Your operator adds numbers and senders. They appear here with all their settings.',
    all: 'All channels',
    isDefault: 'Default',
    enabled: 'Enabled',
    disabled: 'Disabled',
    number: 'Number',
    sender: 'Sender',
    settingsOf: (address: string) => `Channel ${address}`,
    saved: 'Settings saved',
    save: 'Save',
    discard: 'Discard',
    unsaved: (count: number) => (count === 1 ? '1 unsaved change' : `${count} unsaved changes`),
    undo: 'Undo',
    defaultBase: 'Default',
    incomingNumber: {
      label: 'Incoming shortcode',
      help: 'The number that receives SMS. It identifies this channel, and only your operator can change it.',
    },
    incomingNumberItself: 'The incoming number',
    sections: {
      general: { title: 'General', text: '' },
      incoming: { title: 'Incoming SMS', text: 'What happens when someone sends an SMS to this number.' },
      receipts: { title: 'Delivery receipts', text: 'How your system learns what became of the messages it sent.' },
      optOut: { title: 'Opting out', text: 'What happens when a contact sends STOP or opens an opt-out link.' },
      optIn: {
        title: 'Opting in again',
        text: 'What happens when a contact who has opted out sends JOIN or opens an opt-in link.',
      },
    },
    fields: {
      enabled: {
        label: 'Channel status',
        help: 'While it is off, nothing is sent from this channel and nothing is received on it.',
      },
      outgoingNumber: {
        label: 'Outgoing shortcode',
        help: 'The number that messages are sent from. Leave empty to send from the incoming number. Administrators choose among the numbers that an operator gave to the client. Replies to a different number do not arrive here.',
      },
      forwardEmail: { label: 'Forward to e-mail', help: 'Every incoming SMS is forwarded to this address.' },
      forwardMobile: {
        label: 'Forward to mobile',
        help: 'Every incoming SMS is forwarded to this number, at the price of a message.',
      },
      hasAutoResponse: {
        label: 'Auto response',
        help: 'Replies to every incoming SMS, unless your webhook returns a text of its own.',
      },
      autoResponse: {
        label: 'Auto response text',
        help: 'What the sender receives.',
      },
      incomingHandler: {
        label: 'Incoming webhook handler',
        help: 'How an incoming SMS is passed to your URL. HTTP POST (JSON) is recommended: it is signed, while the others carry the security key.',
      },
      incomingUrl: {
        label: 'Incoming webhook URL',
        help: 'Called for every incoming SMS. Its response is sent back to the sender.',
      },
      dlrUrl: {
        label: 'DLR webhook URL',
        help: 'Called with every delivery receipt, unless the message specified a URL of its own.',
      },
      optOutUrl: {
        label: 'Opt-out webhook URL',
        help: 'Called when a contact opts out. Its response is sent to the contact as the confirmation.',
      },
      blacklistResponse: {
        label: 'Blacklist response',
        help: 'Confirms an opt-out to the contact when your webhook does not. Leave empty to use the gateway’s own text.',
      },
      keywordMatch: {
        label: 'Position of the keyword',
        help: 'Decides which texts count as an opt-out: “please stop” counts only with the first choice.',
      },
      optOutLinkBase: {
        label: 'Opt-out link base',
        help: 'What {opt_out_link} in a text begins with; {base_url} is the address of this gateway. Leave empty if you have a page of your own: the placeholder is then replaced with nothing.',
      },
      optInUrl: { label: 'Opt-in webhook URL', help: 'Called when a contact opts in again.' },
      whitelistResponse: {
        label: 'Whitelist response',
        help: 'Confirms an opt-in to the contact when your webhook does not. Leave empty to use the gateway’s own text.',
      },
      optInLinkBase: { label: 'Opt-in link base', help: 'The same for {opt_in_link}.' },
    },
    choices: {
      json: 'HTTP POST (JSON)',
      get: 'GET',
      soap: 'SOAP',
      contains: 'Anywhere in the text, as a whole word',
      'first-word': 'At the beginning',
      exact: 'As the whole text',
    },
    autoResponseMissing: 'Enter a text, or turn off the auto response',
    test: {
      button: 'Test',
      of: (label: string) => `Test: ${label}`,
      saveFirst: 'Save the change first: the test uses the saved settings.',
      webhookTitle: 'Webhook test',
      mailTitle: 'E-mail test',
      mailTaken: (to: string) => `The mail server accepted an e-mail to ${to}. Check the mailbox and its spam folder.`,
      mailTemporary: 'The mail server did not accept the e-mail this time. It may accept it later.',
      mailPermanent: 'The mail server refused the e-mail permanently. Check the address.',
    },
    secrets: {
      title: 'Keys and secrets',
      text: 'They prove to your server that a webhook comes from here. A new one is shown once. The previous one also stays valid for as long as you choose, so that nothing is lost while you switch over.',
      securityKey: {
        label: 'Security key',
        help: 'Signs the webhooks for incoming SMS, delivery receipts and opt-outs, and is sent as securitykey with GET and SOAP.',
      },
      optOut: {
        label: 'Opt-out shared secret',
        help: 'Signs the opt-out webhooks. If not set, the security key signs them.',
      },
      optIn: {
        label: 'Opt-in shared secret',
        help: 'Signs the opt-in webhooks. If not set, the security key signs them.',
      },
      generate: 'Generate',
      generateOf: (label: string) => `Generate: ${label}`,
      set: 'Use this',
      remove: 'Remove',
      removeOf: (label: string) => `Remove: ${label}`,
      custom: 'Or your own, at least 16 characters',
      tooShort: 'At least 16 characters.',
      isSet: 'Set',
      isNotSet: 'Not set',
      hidden: 'Set; not shown again',
      previousUntil: 'The previous one is valid until',
      overlap: 'The previous one stays valid for',
      hours: (count: number) =>
        count === 0 ? 'No time at all' : count === 1 ? '1 hour' : count < 48 ? `${count} hours` : `${count / 24} days`,
      removed: 'The secret was removed',
      stored: 'The secret is in use',
    },
  },
  fr: {
    title: 'Canaux',
    description:
      'Les numéros et expéditeurs depuis lesquels vous envoyez et recevez, et ce qui advient des SMS entrants.',
    none: 'Aucun canal pour le moment',
    noneText: 'Votre opérateur ajoute les numéros et les expéditeurs. Ils apparaissent ici avec tous leurs réglages.',
    all: 'Tous les canaux',
    isDefault: 'Par défaut',
    enabled: 'Actif',
    disabled: 'Inactif',
    number: 'Numéro',
    sender: 'Expéditeur',
    settingsOf: (address: string) => `Canal ${address}`,
    saved: 'Réglages enregistrés',
    save: 'Enregistrer',
    discard: 'Annuler les modifications',
    unsaved: (count: number) =>
      count < 2 ? `${count} modification non enregistrée` : `${count} modifications non enregistrées`,
    undo: 'Annuler',
    defaultBase: 'Par défaut',
    incomingNumber: {
      label: 'Numéro entrant',
      help: 'Le numéro qui reçoit les SMS. Il identifie ce canal ; seul votre opérateur peut le modifier.',
    },
    incomingNumberItself: 'Le numéro entrant',
    sections: {
      general: { title: 'Le canal', text: '' },
      incoming: { title: 'SMS entrants', text: 'Ce qui advient d’un SMS envoyé à ce numéro.' },
      receipts: {
        title: 'Accusés de réception',
        text: 'Comment votre système apprend ce que deviennent les messages envoyés.',
      },
      optOut: {
        title: 'Désabonnement',
        text: 'Ce qui se passe quand un contact envoie STOP ou ouvre un lien de désabonnement.',
      },
      optIn: {
        title: 'Réabonnement',
        text: 'Ce qui se passe quand un contact désabonné envoie JOIN ou ouvre un lien de réabonnement.',
      },
    },
    fields: {
      enabled: {
        label: 'État du canal',
        help: 'Un canal inactif n’envoie et ne reçoit rien.',
      },
      outgoingNumber: {
        label: 'Numéro sortant',
        help: 'Le numéro d’envoi des messages. Laissez vide pour envoyer depuis le numéro entrant. Les administrateurs choisissent parmi les numéros qu’un opérateur a attribués au client. Les réponses à un autre numéro n’arrivent pas ici.',
      },
      forwardEmail: { label: 'Transférer par e-mail', help: 'Chaque SMS entrant est transmis à cette adresse.' },
      forwardMobile: {
        label: 'Transférer vers un mobile',
        help: 'Chaque SMS entrant est transmis à ce numéro, au prix d’un message.',
      },
      hasAutoResponse: {
        label: 'Réponse automatique',
        help: 'Répond à chaque SMS entrant, sauf si votre webhook répond par un texte.',
      },
      autoResponse: { label: 'Texte de la réponse automatique', help: 'Ce que l’expéditeur reçoit en retour.' },
      incomingHandler: {
        label: 'Type de webhook entrant',
        help: 'Comment un SMS entrant est remis à votre URL. HTTP POST (JSON) est conseillé : il est signé, les autres portent la clé de sécurité.',
      },
      incomingUrl: {
        label: 'URL du webhook entrant',
        help: 'Appelée pour chaque SMS entrant. Sa réponse est renvoyée à l’expéditeur.',
      },
      dlrUrl: {
        label: 'URL du webhook d’accusés',
        help: 'Appelée à chaque accusé de réception, sauf si le message indique sa propre URL.',
      },
      optOutUrl: {
        label: 'URL du webhook de désabonnement',
        help: 'Appelée quand un contact se désabonne. Sa réponse est la confirmation que le contact reçoit.',
      },
      blacklistResponse: {
        label: 'Confirmation du désabonnement',
        help: 'Envoyée au contact quand votre webhook ne répond pas. Laissez vide pour le texte de la passerelle.',
      },
      keywordMatch: {
        label: 'Place du mot-clé',
        help: 'Quels textes désabonnent : « please stop » ne compte qu’avec le premier choix.',
      },
      optOutLinkBase: {
        label: 'Base du lien de désabonnement',
        help: 'Le début de {opt_out_link} dans un texte ; {base_url} est l’adresse de cette passerelle. Laissez vide si vous avez votre propre page : le lien n’est alors pas remplacé.',
      },
      optInUrl: { label: 'URL du webhook de réabonnement', help: 'Appelée quand un contact se réabonne.' },
      whitelistResponse: {
        label: 'Confirmation du réabonnement',
        help: 'Envoyée au contact quand votre webhook ne répond pas. Laissez vide pour le texte de la passerelle.',
      },
      optInLinkBase: { label: 'Base du lien de réabonnement', help: 'De même pour {opt_in_link}.' },
    },
    choices: {
      json: 'HTTP POST (JSON)',
      get: 'GET',
      soap: 'SOAP',
      contains: 'N’importe où dans le texte, comme mot entier',
      'first-word': 'Au début',
      exact: 'Tout le texte',
    },
    autoResponseMissing: 'Écrivez un texte, ou désactivez la réponse automatique',
    test: {
      button: 'Tester',
      of: (label: string) => `Tester : ${label}`,
      saveFirst: 'Enregistrez d’abord : le test utilise ce qui est enregistré.',
      webhookTitle: 'Test du webhook',
      mailTitle: 'Test de l’e-mail',
      mailTaken: (to: string) =>
        `Le serveur de messagerie a accepté un e-mail pour ${to}. Vérifiez la boîte de réception et les indésirables.`,
      mailTemporary:
        'Le serveur de messagerie n’accepte pas l’e-mail pour le moment. Il l’acceptera peut-être plus tard.',
      mailPermanent: 'Le serveur de messagerie a refusé l’e-mail définitivement : vérifiez l’adresse.',
    },
    secrets: {
      title: 'Clés et secrets',
      text: 'Ils prouvent à votre serveur qu’un webhook vient d’ici. Un nouveau secret n’est affiché qu’une fois. L’ancien reste valable aussi longtemps que vous le souhaitez, pour que rien ne se perde pendant le changement.',
      securityKey: {
        label: 'Clé de sécurité',
        help: 'Signe les webhooks de SMS entrants, d’accusés et de désabonnements, et accompagne GET et SOAP comme securitykey.',
      },
      optOut: {
        label: 'Secret partagé de désabonnement',
        help: 'Signe les webhooks de désabonnement. À défaut, la clé de sécurité est utilisée.',
      },
      optIn: {
        label: 'Secret partagé de réabonnement',
        help: 'Signe les webhooks de réabonnement. À défaut, la clé de sécurité est utilisée.',
      },
      generate: 'Générer',
      generateOf: (label: string) => `Générer : ${label}`,
      set: 'Utiliser celui-ci',
      remove: 'Supprimer',
      removeOf: (label: string) => `Supprimer : ${label}`,
      custom: 'Ou le vôtre, au moins 16 caractères',
      tooShort: 'Au moins 16 caractères.',
      isSet: 'Défini',
      isNotSet: 'Non défini',
      hidden: 'Défini ; il n’est plus affiché',
      previousUntil: 'Le précédent est valable jusqu’au',
      overlap: 'L’ancien reste valable',
      hours: (count: number) =>
        count === 0 ? 'Pas du tout' : count === 1 ? '1 heure' : count < 48 ? `${count} heures` : `${count / 24} jours`,
      removed: 'Le secret a été supprimé',
      stored: 'Le secret est utilisé dès maintenant',
    },
  },
})
