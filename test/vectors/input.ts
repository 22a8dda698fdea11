import type { Pair } from '#shared/gateway/encoding/form.ts'

/** Reads a vector's input; throws a plain sentence if it does not match the vectors' description. */
export class Input {
  readonly value: unknown
  readonly #name: string

  constructor(value: unknown, name = 'input') {
    this.value = value
    this.#name = name
  }

  optional(name: string): Input | null {
    if (typeof this.value !== 'object' || this.value === null) throw new Error(`${this.#name} is no object`)
    const value: unknown = Reflect.get(this.value, name)
    return value === undefined || value === null ? null : new Input(value, `${this.#name}.${name}`)
  }

  optionalText(name: string): string | null {
    const found = this.optional(name)
    return found === null ? null : found.#asText()
  }

  text(name: string): string {
    return this.#needed(name).#asText()
  }

  number(name: string): number {
    const { value } = this.#needed(name)
    if (typeof value !== 'number') throw new Error(`${this.#name}.${name} is no number`)
    return value
  }

  /** An object whose values are texts. */
  texts(name: string): { readonly [name: string]: string } {
    const found = this.#needed(name)
    if (typeof found.value !== 'object' || found.value === null) throw new Error(`${found.#name} is no object`)
    return Object.fromEntries(Object.keys(found.value).map((key) => [key, found.text(key)]))
  }

  /** A list of names with their values. */
  pairs(name: string): Pair[] {
    const { value } = this.#needed(name)
    if (!Array.isArray(value)) throw new Error(`${this.#name}.${name} is no list`)
    return value.map((pair: unknown): Pair => {
      const [first, second]: unknown[] = Array.isArray(pair) ? pair : []
      if (typeof first !== 'string' || typeof second !== 'string') throw new Error(`${this.#name}.${name} is no list of pairs`)
      return [first, second]
    })
  }

  #needed(name: string): Input {
    const found = this.optional(name)
    if (found === null) throw new Error(`${this.#name}.${name} is missing`)
    return found
  }

  #asText(): string {
    if (typeof this.value !== 'string') throw new Error(`${this.#name} is no text`)
    return this.value
  }
}
