/** The hint under a field: its purpose, its format, and how much of its limit is used. */
import type { MinorUnits } from '#shared/brands.ts'
import { minorUnitDigits } from '#shared/gateway/numbers/currencies.ts'
import type { Field, FieldKey } from '#shared/gateway/fields/fields.ts'
import { toMajorText, toMinorUnits } from '#shared/gateway/numbers/money.ts'
import { utf8Length, type ValidationContext } from '#shared/gateway/requests/validation.ts'
import type { TextKey, Translate } from '../../../i18n/index.ts'

/** Kinds whose format is added to the field's own hint. */
const formatAdded: readonly Field['content']['kind'][] = ['currency', 'ip-address', 'web-address', 'card-number', 'month', 'year']

/** Kinds whose label and control show the format already. */
const formatShown: readonly Field['content']['kind'][] = ['text', 'multi-line', 'identifier', 'yes-no']

/**
 * Purpose and format of a field as a sentence (§2.4, §2.6, §8); `usedOf` returns how much of its limit is used.
 * `digits`: the decimals of the form's currency.
 */
export function fieldHint({ hint, content, limit }: Field, t: Translate, digits = 2): string {
  if (content.kind === 'amount') return t('forms.kind.amount', { amount: toMajorText('1015' as MinorUnits, digits) })
  if (hint !== undefined && !formatAdded.includes(content.kind)) return hint
  const length = content.kind === 'card-number' && limit?.least !== undefined
    ? t('forms.limit.charactersBetween', { least: limit.least, most: limit.most })
    : ''
  const kind = formatShown.includes(content.kind) ? '' : t(`forms.kind.${content.kind}`)
  return [hint ?? '', kind, length].filter((part) => part !== '').join(' ')
}

/** Choices whose wire value needs an explanation (addendum 12). */
const explainedChoices: { readonly [Key in FieldKey]?: { readonly [choice: string]: TextKey } } = {
  methodCompletion: { Y: 'forms.choice.methodEnded', N: 'forms.choice.methodNotEnded', U: 'forms.choice.noMethod' },
}

/** The wire value of a choice, with its meaning where the value does not explain itself. */
export function choiceText(field: FieldKey, choice: string, t: Translate): string {
  const meaning = explainedChoices[field]?.[choice]
  return meaning === undefined ? choice : t('forms.choice.explained', { choice, meaning: t(meaning) })
}

/** Groups a card number by four digits for reading; returns other texts than digits, spaces and dashes unchanged. */
export function groupedDigits(text: string): string {
  if (!/^[\d\s-]+$/.test(text)) return text
  return text.replace(/\D/g, '').replace(/\d{4}(?=\d)/g, '$& ')
}

/** How much of a field's limit a value uses, in the limit's own unit; undefined without a limit. */
export function usedOf(field: Field, value: string): { readonly used: number; readonly limit: number } | undefined {
  if (field.limit === undefined) return undefined
  const trimmed = value.trim()
  return { used: field.limit.unit === 'bytes' ? utf8Length(trimmed) : [...trimmed].length, limit: field.limit.most }
}

/** "1015 minor units" for a valid amount in its currency; empty otherwise (§5.1 rule 1). */
export function minorUnitsText(amount: string, currency: string, context: ValidationContext, t: Translate): string {
  const digits = minorUnitDigits(currency, context.switches.minorUnitDigits)
  if (digits === null) return ''
  const minor = toMinorUnits(amount.trim(), digits)
  // The count only selects the plural form; the amount itself stays text.
  return minor.ok ? t('forms.minorUnits', { amount: minor.value, count: minor.value === '1' ? 1 : 2 }) : ''
}

/** "2 decimals" for a known currency; empty otherwise. */
export function decimalsText(currency: string, context: ValidationContext, t: Translate): string {
  const digits = minorUnitDigits(currency, context.switches.minorUnitDigits)
  return digits === null ? '' : t('forms.decimals', { count: digits })
}
