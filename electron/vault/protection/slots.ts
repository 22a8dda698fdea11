/** Replaces a record atomically: writes the new one into the free one of two entries, then removes the other one. */
import { success } from '#shared/result.ts'
import { deleteAll, type Keychain, type KeychainAnswer } from '../keychain/keychain.ts'

export interface Slots<Value> {
  /** The newest record that can be read; null when there is none. */
  read(): KeychainAnswer<Value | null>
  /**
   * Writes the next record, then removes the previous one. After any interruption at least one of them is readable. The
   * newer one counts as soon as it is complete.
   */
  replace(value: Value): KeychainAnswer<null>
  /** Removes an older record that an interrupted replacement left. */
  tidy(): KeychainAnswer<null>
  remove(): KeychainAnswer<null>
}

/** The format of a record. `generation` increases with each record; `decode` returns null for an incomplete one. */
export interface SlotForm<Value> {
  readonly generation: (value: Value) => number
  readonly encode: (value: Value) => Buffer
  readonly decode: (bytes: Buffer) => Value | null
}

/** The names of both entries. */
export const slotNames = (base: string): readonly [string, string] => [`${base}-a`, `${base}-b`]

/** The record in the two entries of `base`. */
export function createSlots<Value>(keychain: Keychain, base: string, form: SlotForm<Value>): Slots<Value> {
  const both = async (): KeychainAnswer<{ name: string; value: Value }[]> => {
    const found: { name: string; value: Value }[] = []
    for (const name of slotNames(base)) {
      const bytes = await keychain.get(name)
      if (!bytes.ok) return bytes
      const value = bytes.value === null ? null : form.decode(bytes.value)
      if (value !== null) found.push({ name, value })
    }
    return success(found.sort((one, other) => form.generation(other.value) - form.generation(one.value)))
  }

  const removeAllBut = (kept: string | undefined): KeychainAnswer<null> =>
    deleteAll(keychain, slotNames(base).filter((name) => name !== kept))

  return {
    async read() {
      const found = await both()
      return found.ok ? success(found.value[0]?.value ?? null) : found
    },

    async replace(value) {
      const found = await both()
      if (!found.ok) return found
      const [first, second] = slotNames(base)
      const target = found.value[0]?.name === first ? second : first
      const bytes = form.encode(value)
      const written = await keychain.set(target, bytes)
      bytes.fill(0)
      if (!written.ok) return written
      // A failure has no effect: the previous record no longer counts, and is removed later.
      await removeAllBut(target)
      return success(null)
    },

    async tidy() {
      const found = await both()
      if (!found.ok) return found
      return found.value.length > 1 ? await removeAllBut(found.value[0]?.name) : success(null)
    },

    remove: () => removeAllBut(undefined),
  }
}
