/** The languages of texts for customers; independent of the language of the application. */

export const customerLanguages = ['en', 'de', 'es', 'ru'] as const
export type CustomerLanguage = (typeof customerLanguages)[number]

interface Language {
  /** The language's name in the language itself. */
  readonly name: string
  /** The locale for amounts and dates. */
  readonly locale: string
}

export const languages: Readonly<Record<CustomerLanguage, Language>> = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
  es: { name: 'Español', locale: 'es-ES' },
  ru: { name: 'Русский', locale: 'ru-RU' },
}
