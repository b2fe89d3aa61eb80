import { defineTexts } from '../language/define-texts.ts'

/** Running requests of programs from the page. */
export const runTexts = defineTexts('runRequests', {
  en: {
    title: 'Run it here',
    text: 'Edit a request and send it to this gateway from your browser. It does what it would do for your program.',
    request: 'Request',
    key: 'API key to send it with',
    keyHelp: (place: string) => `It replaces ${place} in the request and is kept nowhere.`,
    makeKey: 'Make a test key',
    testKey: 'Test',
    noKey: 'Paste one of your keys, or make a test key that expires tomorrow.',
    method: 'Method',
    path: 'Path',
    headers: 'Headers',
    body: 'Body',
    send: 'Send request',
    answer: 'Answer',
    answerHeaders: 'Headers of the answer',
    answerBody: 'Body of the answer',
    elsewhere:
      'This interface has an address of its own, where a browser may not send from this page. Use the command.',
    sure: 'Send it for real?',
    cost: (recipients: string, parts: string, price: string) =>
      `It sends a real message: recipients ${recipients}, parts ${parts}, price ${price}.`,
    costUnknown: 'It may send real messages or change some. What it costs cannot be told from the request.',
    balance: (balance: string) => `Your balance is ${balance}.`,
    back: 'Back',
    sendNow: 'Send for real',
    problems: {
      path: 'The path has to begin with a slash and lead to this gateway.',
      header: 'A header cannot be sent like this: write a line each, as “Name: value”.',
      failed: 'No answer came. Check that the gateway can be reached.',
    },
  },
  fr: {
    title: 'Exécuter ici',
    text: 'Modifiez une requête et envoyez-la à cette passerelle depuis votre navigateur. Elle fait ce qu’elle ferait pour votre programme.',
    request: 'Requête',
    key: 'Clé d’API pour l’envoi',
    keyHelp: (place: string) => `Elle remplace ${place} dans la requête et n’est conservée nulle part.`,
    makeKey: 'Créer une clé d’essai',
    testKey: 'Essai',
    noKey: 'Collez une de vos clés, ou créez une clé d’essai qui expire demain.',
    method: 'Méthode',
    path: 'Chemin',
    headers: 'En-têtes',
    body: 'Corps',
    send: 'Envoyer la requête',
    answer: 'Réponse',
    answerHeaders: 'En-têtes de la réponse',
    answerBody: 'Corps de la réponse',
    elsewhere:
      'Cette interface a une adresse à elle, où un navigateur ne peut rien envoyer depuis cette page. Utilisez la commande.',
    sure: 'L’envoyer pour de vrai ?',
    cost: (recipients: string, parts: string, price: string) =>
      `Elle envoie un vrai message : destinataires ${recipients}, parties ${parts}, prix ${price}.`,
    costUnknown:
      'Elle peut envoyer de vrais messages ou en modifier. La requête ne permet pas de dire ce qu’elle coûte.',
    balance: (balance: string) => `Votre solde est de ${balance}.`,
    back: 'Retour',
    sendNow: 'Envoyer pour de vrai',
    problems: {
      path: 'Le chemin doit commencer par une barre oblique et mener à cette passerelle.',
      header: 'Un en-tête ne peut pas être envoyé ainsi : écrivez une ligne pour chacun, « Nom : valeur ».',
      failed: 'Aucune réponse. Vérifiez que la passerelle est joignable.',
    },
  },
})
