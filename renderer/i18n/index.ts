import { createI18n, useI18n, type I18nOptions } from 'vue-i18n'
import { catalogue } from '#shared/gateway/operations/operations.ts'
import type { en } from './en.ts'
import { operationTexts, verbTexts } from './en/operation.ts'
import { firstTexts } from './first-texts.ts'

type Leaves<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${Leaves<Node[Key]>}`
}[keyof Node & string]

/** The keys of all texts; an unknown key is a type error. */
export type TextKey = Leaves<typeof en>

/** Values of the placeholders in a text; `count` also chooses the plural form. */
export type TextValues = Readonly<Record<string, string | number>>

export type Translate = (key: TextKey, values?: TextValues) => string

/** The library's types without the keys of the texts, which it would take many seconds to derive again. */
type AnyTexts = Record<string, never>
type AnyOptions = I18nOptions & { readonly legacy: false }
type Messages = NonNullable<I18nOptions['messages']>[string]

/**
 * Texts as a Vue plugin. Messages are interpreted, never compiled with `new Function`, which the page's policy forbids.
 */
export function textsOf(english: Messages) {
  return createI18n<false, AnyOptions, AnyTexts>({ legacy: false, locale: 'en', fallbackLocale: 'en', messages: { en: english } })
}

/** Creates the plugin with the texts of the first screen, and of operations, which come from the catalogue. */
export function createFirstTexts() {
  return textsOf({ ...firstTexts, operation: operationTexts(catalogue), verb: verbTexts(catalogue) })
}

/** Adds the texts of later screens. Rejects if their script cannot be loaded. */
export async function addLaterTexts(
  { global }: { readonly global: { mergeLocaleMessage(locale: string, messages: Messages): void } },
): Promise<void> {
  const { laterTexts } = await import('./later-texts.ts')
  global.mergeLocaleMessage('en', laterTexts)
}

/** The translation function of a component, with typed keys. */
export function useText(): Translate {
  const { t } = useI18n({ useScope: 'global' })
  return (key, values = {}) => (typeof values.count === 'number' ? t(key, values, values.count) : t(key, values))
}
