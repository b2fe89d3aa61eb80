import { defineTexts } from '../language/define-texts.ts'

/** A request that the gateway made, and its answer. */
export const exchangeTexts = defineTexts('exchange', {
  en: {
    request: 'Request',
    answer: 'Response',
    headers: 'Headers',
    noBody: 'No body',
    noReply: 'Empty response',
    noAnswer: 'No response',
    in: (time: string) => `after ${time}`,
    meanings: {
      success: 'Accepted. Any status from 200 to 299 counts as success.',
      redirect: 'Redirects are not followed. Enter the address that the redirect leads to.',
      unauthorised: 'Your server did not accept the signature or key. Check that it has the current secret.',
      missing: 'Your server has no such path. Check the URL.',
      refused: 'Your server refused the request. The gateway does not retry refused requests.',
      broken: 'Your server failed. In that case, the gateway tries a webhook up to three times.',
      timeout: 'Your server did not respond within ten seconds.',
      blocked: 'The address is not public. Your operator can allow webhooks to other networks.',
      unreachable:
        'Your server could not be reached. Check the name and the port, and that no firewall blocks the gateway.',
    },
  },
  fr: {
    request: 'Requête',
    answer: 'Réponse',
    headers: 'En-têtes',
    noBody: 'Sans corps',
    noReply: 'Réponse vide',
    noAnswer: 'Aucune réponse',
    in: (time: string) => `après ${time}`,
    meanings: {
      success: 'Acceptée. Tout statut de 200 à 299 est un succès.',
      redirect: 'Les redirections ne sont pas suivies. Indiquez l’adresse à laquelle mène la redirection.',
      unauthorised: 'Votre serveur n’a pas accepté la signature ou la clé. Vérifiez qu’il a le secret actuel.',
      missing: 'Votre serveur ne connaît pas ce chemin. Vérifiez l’URL.',
      refused: 'Votre serveur a refusé la requête. La passerelle ne réessaie pas une requête refusée.',
      broken:
        'Votre serveur a rencontré une erreur. Dans ce cas, la passerelle tente d’envoyer un webhook jusqu’à trois fois.',
      timeout: 'Votre serveur n’a pas répondu en dix secondes.',
      blocked: 'L’adresse n’est pas publique. Votre opérateur peut autoriser les webhooks vers d’autres réseaux.',
      unreachable:
        'Votre serveur est injoignable. Vérifiez le nom et le port, et qu’aucun pare-feu ne bloque la passerelle.',
    },
  },
})
