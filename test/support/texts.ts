// The texts of the page, for tests that find them by key: the wording may change.
import { fields, type FieldKey } from '#shared/gateway/fields/fields.ts'
import { catalogue, type Operation } from '#shared/gateway/operations/operations.ts'
import { en, englishFor } from '../../renderer/i18n/en.ts'
import { textsOf, type TextKey, type TextValues } from '../../renderer/i18n/index.ts'

/** Every text as a Vue plugin, with those of the given operations. */
export const createTexts = (operations: readonly Operation<string>[] = catalogue) => textsOf(englishFor(operations))

const { t } = createTexts().global

/** The text of a key as the page shows it, with its placeholders filled; `count` also chooses the plural form. */
export function text(key: TextKey, values: TextValues = {}): string {
  return typeof values.count === 'number' ? t(key, values, values.count) : t(key, values)
}

function messageOf(key: TextKey): string {
  return String(key.split('.').reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], en))
}

/** The label of a field of the dictionary. */
export const label = (key: FieldKey): string => fields[key].label

/**
 * A pattern that finds the text of a key anywhere; a placeholder without a value matches any text. `count` is
 * required for texts with plural forms.
 */
export function textPattern(key: TextKey, values: TextValues = {}): RegExp {
  const anyText = '\uE000'
  const places = [...messageOf(key).matchAll(/\{(\w+)\}/g)].map(([, place]) => [place, anyText] as const)
  const shown = text(key, { ...Object.fromEntries(places), ...values })
  return new RegExp(shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(anyText, '.*'))
}
