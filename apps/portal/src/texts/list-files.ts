import { defineTexts } from '../language/define-texts.ts'

/** Why a file is not read as a list, and what to do. */
export const listFileTexts = defineTexts('listFiles', {
  en: {
    empty: 'The file is empty. Choose one with a row for each number.',
    'too-large': 'The file is too large. Split it into several files.',
    'other-kind': 'This is no list that can be read. Save it as XLSX or CSV in your spreadsheet program.',
    'old-excel':
      'This is a workbook of an old Excel (XLS), or one with a password. Save it as XLSX or CSV, without a password.',
    'unknown-encoding': 'The characters of this file cannot be read. Save it as XLSX, or as CSV in UTF-8.',
    'bad-workbook': 'This workbook is damaged. Open it in your spreadsheet program and save it again.',
    'too-many-rows': 'The workbook has more than 1,000,000 rows. Split it into several files.',
    'too-many-columns': 'The workbook has more than 100 columns. Delete those that you do not need.',
    'too-slow': 'The workbook takes too long to read. Save it as CSV, or split it.',
  },
  fr: {
    empty: 'Le fichier est vide. Choisissez-en un avec une ligne par numéro.',
    'too-large': 'Le fichier est trop grand. Divisez-le en plusieurs.',
    'other-kind': 'Ce n’est pas une liste lisible. Enregistrez-la en XLSX ou en CSV depuis votre tableur.',
    'old-excel':
      'C’est un classeur d’un ancien Excel (XLS), ou protégé par un mot de passe. Enregistrez-le en XLSX ou en CSV, sans mot de passe.',
    'unknown-encoding': 'Les caractères de ce fichier sont illisibles. Enregistrez-le en XLSX, ou en CSV UTF-8.',
    'bad-workbook': 'Ce classeur est endommagé. Ouvrez-le dans votre tableur et enregistrez-le de nouveau.',
    'too-many-rows': 'Le classeur compte plus de 1 000 000 de lignes. Divisez-le en plusieurs.',
    'too-many-columns': 'Le classeur compte plus de 100 colonnes. Supprimez celles qui ne servent pas.',
    'too-slow': 'Le classeur est trop long à lire. Enregistrez-le en CSV, ou divisez-le.',
  },
})
