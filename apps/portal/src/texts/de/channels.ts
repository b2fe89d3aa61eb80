import type { channelTexts } from '../channels.ts'
import type { Translated } from '../translation.ts'
import { plural } from './plural.ts'

export const channels: Translated<typeof channelTexts> = {
  title: 'Kanäle',
  description: 'Die Nummern und Absender, über die Sie senden und empfangen, und was mit eingehenden SMS geschieht.',
  none: 'Noch keine Kanäle',
  noneText: 'Ihr Betreiber fügt Nummern und Absender hinzu. Sie erscheinen hier mit allen Einstellungen.',
  all: 'Alle Kanäle',
  isDefault: 'Standard',
  enabled: 'Eingeschaltet',
  disabled: 'Ausgeschaltet',
  number: 'Nummer',
  sender: 'Absender',
  settingsOf: (address) => `Kanal ${address}`,
  saved: 'Einstellungen gespeichert',
  save: 'Speichern',
  discard: 'Verwerfen',
  unsaved: (count) => plural(count, { one: '1 ungespeicherte Änderung', other: `${count} ungespeicherte Änderungen` }),
  undo: 'Rückgängig',
  defaultBase: 'Standard',
  incomingNumber: {
    label: 'Eingangsnummer',
    help: 'Die Nummer, die SMS empfängt. Sie kennzeichnet diesen Kanal; nur Ihr Betreiber kann sie ändern.',
  },
  incomingNumberItself: 'Die Eingangsnummer',
  sections: {
    general: { title: 'Allgemein', text: '' },
    incoming: { title: 'Eingehende SMS', text: 'Was geschieht, wenn jemand eine SMS an diese Nummer sendet.' },
    receipts: {
      title: 'Zustellberichte',
      text: 'Wie Ihr System erfährt, was aus den gesendeten Nachrichten geworden ist.',
    },
    optOut: { title: 'Abmeldung', text: 'Was geschieht, wenn ein Kontakt STOP sendet oder einen Abmeldelink öffnet.' },
    optIn: {
      title: 'Wiederanmeldung',
      text: 'Was geschieht, wenn ein abgemeldeter Kontakt JOIN sendet oder einen Anmeldelink öffnet.',
    },
  },
  fields: {
    enabled: {
      label: 'Status des Kanals',
      help: 'Solange er ausgeschaltet ist, wird über diesen Kanal nichts gesendet und nichts empfangen.',
    },
    outgoingNumber: {
      label: 'Ausgangsnummer',
      help: 'Die Nummer, von der Nachrichten gesendet werden. Leer lassen, um von der Eingangsnummer zu senden. Administratoren wählen unter den Nummern, die ein Betreiber dem Kunden zugeteilt hat. Antworten an eine andere Nummer kommen hier nicht an.',
    },
    forwardEmail: {
      label: 'Weiterleiten an E-Mail',
      help: 'Jede eingehende SMS wird an diese Adresse weitergeleitet.',
    },
    forwardMobile: {
      label: 'Weiterleiten an Mobilnummer',
      help: 'Jede eingehende SMS wird an diese Nummer weitergeleitet, zum Preis einer Nachricht.',
    },
    hasAutoResponse: {
      label: 'Automatische Antwort',
      help: 'Beantwortet jede eingehende SMS, sofern Ihr Webhook keinen eigenen Text zurückgibt.',
    },
    autoResponse: { label: 'Text der automatischen Antwort', help: 'Was der Absender erhält.' },
    incomingHandler: {
      label: 'Webhook für eingehende SMS',
      help: 'Wie eine eingehende SMS an Ihre URL übergeben wird. Empfohlen ist HTTP POST (JSON): Es ist signiert, während die anderen den Sicherheitsschlüssel mitsenden.',
    },
    incomingUrl: {
      label: 'Webhook-URL für eingehende SMS',
      help: 'Wird bei jeder eingehenden SMS aufgerufen. Die Antwort geht an den Absender zurück.',
    },
    dlrUrl: {
      label: 'Webhook-URL für Zustellberichte',
      help: 'Wird bei jedem Zustellbericht aufgerufen, sofern die Nachricht keine eigene URL angegeben hat.',
    },
    optOutUrl: {
      label: 'Webhook-URL für Abmeldungen',
      help: 'Wird aufgerufen, wenn sich ein Kontakt abmeldet. Die Antwort geht als Bestätigung an den Kontakt.',
    },
    blacklistResponse: {
      label: 'Antwort auf eine Abmeldung',
      help: 'Bestätigt dem Kontakt die Abmeldung, wenn Ihr Webhook es nicht tut. Leer lassen für den Text des Gateways.',
    },
    keywordMatch: {
      label: 'Stelle des Schlüsselworts',
      help: 'Entscheidet, welche Texte als Abmeldung gelten: „bitte stop“ gilt nur bei der ersten Wahl.',
    },
    optOutLinkBase: {
      label: 'Basis der Abmeldelinks',
      help: 'Womit {opt_out_link} in einem Text beginnt; {base_url} ist die Adresse dieses Gateways. Leer lassen, wenn Sie eine eigene Seite haben: Der Platzhalter wird dann durch nichts ersetzt.',
    },
    optInUrl: { label: 'Webhook-URL für Anmeldungen', help: 'Wird aufgerufen, wenn sich ein Kontakt wieder anmeldet.' },
    whitelistResponse: {
      label: 'Antwort auf eine Anmeldung',
      help: 'Bestätigt dem Kontakt die Anmeldung, wenn Ihr Webhook es nicht tut. Leer lassen für den Text des Gateways.',
    },
    optInLinkBase: { label: 'Basis der Anmeldelinks', help: 'Dasselbe für {opt_in_link}.' },
  },
  choices: {
    json: 'HTTP POST (JSON)',
    get: 'GET',
    soap: 'SOAP',
    contains: 'Irgendwo im Text, als ganzes Wort',
    'first-word': 'Am Anfang',
    exact: 'Als ganzer Text',
  },
  autoResponseMissing: 'Geben Sie einen Text ein, oder schalten Sie die automatische Antwort aus',
  test: {
    button: 'Testen',
    of: (label) => `Testen: ${label}`,
    saveFirst: 'Speichern Sie zuerst: Der Test verwendet die gespeicherten Einstellungen.',
    webhookTitle: 'Webhook-Test',
    mailTitle: 'E-Mail-Test',
    mailTaken: (to) =>
      `Der Mailserver hat eine E-Mail an ${to} angenommen. Prüfen Sie das Postfach und den Spam-Ordner.`,
    mailTemporary: 'Der Mailserver hat die E-Mail diesmal nicht angenommen. Später nimmt er sie vielleicht an.',
    mailPermanent: 'Der Mailserver hat die E-Mail endgültig abgelehnt. Prüfen Sie die Adresse.',
  },
  secrets: {
    title: 'Schlüssel und Geheimnisse',
    text: 'Sie beweisen Ihrem Server, dass ein Webhook von hier kommt. Ein neues wird einmal angezeigt. Das vorherige gilt so lange weiter, wie Sie wählen, damit beim Umstellen nichts verloren geht.',
    securityKey: {
      label: 'Sicherheitsschlüssel',
      help: 'Signiert die Webhooks für eingehende SMS, Zustellberichte und Abmeldungen und wird bei GET und SOAP als securitykey gesendet.',
    },
    optOut: {
      label: 'Gemeinsames Geheimnis für Abmeldungen',
      help: 'Signiert die Webhooks für Abmeldungen. Ohne es signiert sie der Sicherheitsschlüssel.',
    },
    optIn: {
      label: 'Gemeinsames Geheimnis für Anmeldungen',
      help: 'Signiert die Webhooks für Anmeldungen. Ohne es signiert sie der Sicherheitsschlüssel.',
    },
    generate: 'Erzeugen',
    generateOf: (label) => `Erzeugen: ${label}`,
    set: 'Dieses verwenden',
    remove: 'Entfernen',
    removeOf: (label) => `Entfernen: ${label}`,
    custom: 'Oder ein eigenes mit mindestens 16 Zeichen',
    tooShort: 'Mindestens 16 Zeichen.',
    isSet: 'Gesetzt',
    isNotSet: 'Nicht gesetzt',
    hidden: 'Gesetzt; wird nicht mehr angezeigt',
    previousUntil: 'Das vorherige gilt bis',
    overlap: 'Das vorherige gilt weiter für',
    hours: (count) =>
      count === 0
        ? 'Gar nicht'
        : count < 48
          ? plural(count, { one: '1 Stunde', other: `${count} Stunden` })
          : `${count / 24} Tage`,
    removed: 'Das Geheimnis wurde entfernt',
    stored: 'Das Geheimnis ist in Gebrauch',
  },
}
