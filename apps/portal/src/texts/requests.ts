import { defineTexts } from '../language/define-texts.ts'

/** Requests of programs, and what to do about those that failed. */
export const requestTexts = defineTexts({
  en: {
    title: 'Your requests',
    text: 'The latest requests from your programs to this node of the gateway, as they arrive: at most 200, cleared by a restart. For SMPP and e-mail, only those that were refused. Requests with an unknown key cannot be assigned to anyone, so they are not shown.',
    none: 'No requests yet. Send one with an example, and watch it here.',
    failedOnly: 'Only failed requests',
    noneFailed: 'No failed requests.',
    taken: 'Accepted',
    refused: 'Refused',
    took: (ms: number) => `${ms} ms`,
    advice: {
      invalid: 'Correct what the message names. Sent again unchanged, it will fail again.',
      unauthenticated: 'Check that the key is complete and has not been removed.',
      forbidden: 'The key is valid, but may not do this now: check credit, channels and the user’s role.',
      'not-found': 'Check the ID and the address. What belongs to another client is not found either.',
      'method-not-allowed': 'This address needs a different method: see the documentation of the interface.',
      conflict: 'Check its current state. It may have been sent, cancelled or changed in the meantime.',
      'too-large': 'Split it into several requests.',
      throttled: 'Wait as long as Retry-After says, then send more slowly, or send more messages per request.',
      unavailable: 'Send it again in a moment, with the same messageId, so that no one gets it twice.',
      internal: 'This is a fault in the gateway. Tell your operator when it happened.',
    },
  },
  fr: {
    title: 'Vos requêtes',
    text: 'Les dernières requêtes de vos programmes à ce nœud de la passerelle, à mesure qu’elles arrivent : 200 au plus, oubliées au redémarrage. Par SMPP et e-mail, seulement ce qui a été refusé. Une clé que personne ne connaît n’est à personne, ses requêtes ne sont donc pas ici.',
    none: 'Aucune requête. Envoyez-en une avec un exemple, et suivez-la ici.',
    failedOnly: 'Seulement celles qui ont échoué',
    noneFailed: 'Aucune n’a échoué.',
    taken: 'Prise',
    refused: 'Refusée',
    took: (ms: number) => `${ms} ms`,
    advice: {
      invalid: 'Corrigez ce que le message nomme. Renvoyée telle quelle, elle échoue encore.',
      unauthenticated: 'Vérifiez la clé : est-elle entière, a-t-elle été retirée ?',
      forbidden:
        'La clé est bonne, mais ne permet pas cela maintenant : regardez le crédit, les canaux et le rôle de l’utilisateur.',
      'not-found': 'Vérifiez l’identifiant et l’adresse. Ce qui est à un autre client n’est pas trouvé non plus.',
      'method-not-allowed': 'Cette adresse prend une autre méthode : voyez la documentation de l’interface.',
      conflict: 'Regardez où cela en est. Entre-temps, cela a pu être envoyé, annulé ou changé.',
      'too-large': 'Envoyez-la en plusieurs requêtes.',
      throttled: 'Attendez le temps que dit Retry-After, et envoyez plus lentement ou plus de messages par requête.',
      unavailable:
        'Renvoyez-la dans un moment, avec le même messageId, pour que personne ne reçoive deux fois le message.',
      internal: 'C’est une faute de la passerelle. Dites à votre opérateur quand c’est arrivé.',
    },
  },
})
