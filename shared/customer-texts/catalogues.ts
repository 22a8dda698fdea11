import type { Catalogue } from './catalogue.ts'
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import type { CustomerLanguage } from './language.ts'
import { russian } from './ru.ts'

/** The catalogue of each language. */
export const catalogues: Readonly<Record<CustomerLanguage, Catalogue>> = {
  en: english, de: german, es: spanish, ru: russian,
}
