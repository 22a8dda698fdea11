/** Types of the language packages' files, which are loaded separately. */
declare module '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs' {
  const graphs: Record<string, Record<string, (string | null)[]>>
  export = graphs
}
declare module '@zxcvbn-ts/language-common/dist/passwords.json.mjs' {
  const words: string[]
  export = words
}
declare module '@zxcvbn-ts/language-en/dist/commonWords.json.mjs' {
  const words: string[]
  export = words
}
declare module '@zxcvbn-ts/language-en/dist/firstnames.json.mjs' {
  const words: string[]
  export = words
}
declare module '@zxcvbn-ts/language-en/dist/wordSequences.json.mjs' {
  const sequences: Record<string, string[]>
  export = sequences
}
declare module '@zxcvbn-ts/language-en/dist/translations.mjs' {
  const translations: import('@zxcvbn-ts/core').TranslationKeys
  export = translations
}
