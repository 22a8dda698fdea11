import { createI18n, useI18n, type I18nOptions } from 'vue-i18n'
import { catalogue, type Operation } from '#shared/gateway/operations.ts'
import { englishFor, type en } from './en.ts'
import type { laterTexts } from './later.ts'

type Leaves<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${Leaves<Node[Key]>}`
}[keyof Node & string]

/** The keys of all texts; an unknown key is a type error. */
export type TextKey = Leaves<typeof en> | Leaves<typeof laterTexts>

/** Values of the placeholders in a text; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

export type Translate = (key: TextKey, values?: TextValues) => string

/** The library's types without those of the texts: deriving all keys again takes it many seconds. */
type AnyTexts = Record<string, never>
type AnyOptions = I18nOptions & { readonly legacy: false }

/**
 * The texts as a Vue plugin. Messages are interpreted, never compiled with `new Function`, which the page's policy
 * forbids. The texts of operations come from their entries.
 */
export function createTexts(operations: readonly Operation<string>[] = catalogue) {
  return createI18n<false, AnyOptions, AnyTexts>({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en: englishFor(operations) } })
}

/** The translation function of a component, with typed keys. */
export function useText(): Translate {
  const { t } = useI18n({ useScope: 'global' })
  return (key, values = {}) => (typeof values.count === 'number' ? t(key, values, values.count) : t(key, values))
}
