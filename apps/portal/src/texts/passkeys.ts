import { defineTexts } from '../language/define-texts.ts'

export const passkeyTexts = defineTexts('passkeys', {
  en: {
    title: 'Passkeys',
    help: 'With a passkey you log in by your finger, your face or the PIN of your device: without a password and without a code.',
    notHere: (origin: string) => `Passkeys work at ${origin} only. Open the portal there to use one.`,
    notYet:
      'No passkey can be added: the setting publicUrl of this gateway needs an address with a host name and https, for example https://sms.example.com.',
    notInBrowser: 'This browser cannot use passkeys.',
    empty: 'You have no passkey yet.',
    created: 'added',
    lastUsed: 'last used',
    neverUsed: 'never used',
    add: 'Add a passkey',
    name: 'Name',
    nameHelp: 'What you know it by, for example: My phone.',
    next: 'Next',
    save: 'Save',
    cancel: 'Cancel',
    added: 'The passkey was added.',
    givenUp: 'Nothing was added: the dialogue of the browser was closed, or took too long.',
    onDevice: 'This device already has a passkey for you.',
    rename: 'Rename',
    renameOf: (name: string) => `Rename ${name}`,
    renamed: 'The passkey has another name.',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeHelp: 'After this nobody can log in by it. Delete it from your device as well.',
    removed: 'The passkey was removed.',
    ofUser: (count: number) =>
      count === 1
        ? 'One passkey is in use. Remove it if the user has lost the device.'
        : `${count} passkeys are in use. Remove them if the user has lost the device.`,
    removeAll: 'Remove the passkeys',
    removedAll: (email: string) => `${email} no longer logs in by a passkey.`,
  },
  fr: {
    title: 'Clés d’accès',
    help: 'Avec une clé d’accès, vous vous connectez par votre doigt, votre visage ou le code de votre appareil : sans mot de passe et sans code.',
    notHere: (origin: string) =>
      `Les clés d’accès fonctionnent seulement à l’adresse ${origin}. Ouvrez-y le portail pour en utiliser une.`,
    notYet:
      'Aucune clé d’accès ne peut être ajoutée : le réglage publicUrl de cette passerelle demande une adresse avec un nom d’hôte et https, par exemple https://sms.example.com.',
    notInBrowser: 'Ce navigateur ne peut pas utiliser de clés d’accès.',
    empty: 'Vous n’avez pas encore de clé d’accès.',
    created: 'ajoutée',
    lastUsed: 'dernière utilisation',
    neverUsed: 'jamais utilisée',
    add: 'Ajouter une clé d’accès',
    name: 'Nom',
    nameHelp: 'Ce qui vous la fait reconnaître, par exemple : Mon téléphone.',
    next: 'Suivant',
    save: 'Enregistrer',
    cancel: 'Annuler',
    added: 'La clé d’accès a été ajoutée.',
    givenUp: 'Rien n’a été ajouté : la fenêtre du navigateur a été fermée, ou cela a duré trop longtemps.',
    onDevice: 'Cet appareil a déjà une clé d’accès pour vous.',
    rename: 'Renommer',
    renameOf: (name: string) => `Renommer ${name}`,
    renamed: 'La clé d’accès a un autre nom.',
    remove: 'Retirer',
    removeOf: (name: string) => `Retirer ${name}`,
    removeHelp: 'Ensuite, personne ne peut plus se connecter avec elle. Supprimez-la aussi de votre appareil.',
    removed: 'La clé d’accès a été retirée.',
    ofUser: (count: number) =>
      count < 2
        ? `${count} clé d’accès est utilisée. Retirez-la si l’utilisateur a perdu son appareil.`
        : `${count} clés d’accès sont utilisées. Retirez-les si l’utilisateur a perdu son appareil.`,
    removeAll: 'Retirer les clés d’accès',
    removedAll: (email: string) => `${email} ne se connecte plus par une clé d’accès.`,
  },
})
