import { inject, type App, type InjectionKey } from 'vue'
import { catalogue, type Operation } from '#shared/gateway/operations.ts'
import { englishFor, type en } from './en.ts'

type Leaves<Node> = {
  [Key in keyof Node & string]: Node[Key] extends string ? Key : `${Key}.${Leaves<Node[Key]>}`
}[keyof Node & string]

/** Every text there is; a key that does not exist is a type error. */
export type TextKey = Leaves<typeof en>

/** Values for the places in a text; `count` also chooses between the text's plural forms. */
export type TextValues = Readonly<Record<string, string | number>>

/** The text of a key with its places filled; the key itself where there is none. */
export type Translate = (key: TextKey, values?: TextValues) => string

const translateKey: InjectionKey<Translate> = Symbol('texts')

/** The texts as a Vue plugin, and the function that it provides. The texts of operations are those of their entries. */
export function createTexts(operations: readonly Operation<string>[] = catalogue) {
  const texts = englishFor(operations)
  const t: Translate = (key, values = {}) => {
    const text = key.split('.').reduce<unknown>((node, name) => Object(node)[name], texts)
    return typeof text === 'string' ? filled(pluralForm(text, values.count), values) : key
  }
  return { t, install(app: App) { app.provide(translateKey, t) } }
}

/** The translation function of a component, with typed keys. */
export function useText(): Translate {
  const translate = inject(translateKey)
  if (translate === undefined) throw new Error('the texts are missing: app.use(createTexts())')
  return translate
}

/** The form for a count: of two forms one and many, of three none, one and many. */
function pluralForm(text: string, count: string | number = 1): string {
  const forms = text.split(' | ')
  if (forms.length === 1) return text
  const choice = forms.length === 2 ? Number(Number(count) !== 1) : Math.min(Number(count), 2)
  return forms[choice] ?? text
}

function filled(text: string, values: TextValues): string {
  return text.replace(/\{(\w+)\}/g, (_place, name: string) => String(values[name] ?? ''))
}
