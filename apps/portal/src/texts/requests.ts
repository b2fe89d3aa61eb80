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
    id: 'ID',
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
    text: 'Les dernières requêtes de vos programmes à ce nœud de la passerelle, à mesure qu’elles arrivent : 200 au plus, effacées au redémarrage. Pour SMPP et l’e-mail, seulement celles qui ont été refusées. Les requêtes dont la clé est inconnue ne peuvent être attribuées à personne et ne sont donc pas affichées.',
    none: 'Aucune requête pour le moment. Envoyez-en une avec un exemple, et suivez-la ici.',
    failedOnly: 'Requêtes échouées uniquement',
    noneFailed: 'Aucune requête échouée.',
    taken: 'Acceptée',
    refused: 'Refusée',
    took: (ms: number) => `${ms} ms`,
    id: 'ID',
    advice: {
      invalid: 'Corrigez ce que le message indique. Renvoyée telle quelle, la requête échouera de nouveau.',
      unauthenticated: 'Vérifiez que la clé est complète et n’a pas été supprimée.',
      forbidden:
        'La clé est valide, mais ne permet pas cela pour le moment : vérifiez le crédit, les canaux et le rôle de l’utilisateur.',
      'not-found': 'Vérifiez l’identifiant et l’adresse. Ce qui appartient à un autre client reste introuvable.',
      'method-not-allowed': 'Cette adresse demande une autre méthode : consultez la documentation de l’interface.',
      conflict: 'Vérifiez son état actuel. Entre-temps, il a pu être envoyé, annulé ou modifié.',
      'too-large': 'Divisez-la en plusieurs requêtes.',
      throttled:
        'Attendez la durée indiquée par Retry-After, puis envoyez plus lentement, ou plus de messages par requête.',
      unavailable:
        'Renvoyez-la dans un moment, avec le même messageId, pour que personne ne reçoive deux fois le message.',
      internal: 'C’est une erreur de la passerelle. Indiquez à votre opérateur quand elle s’est produite.',
    },
  },
})
