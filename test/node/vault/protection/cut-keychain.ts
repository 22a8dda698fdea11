/** A keychain in memory that can be interrupted at any write, as by a kill or by a crash of the keychain. */
import { success } from '#shared/result.ts'
import type { Keychain } from '../../../../electron/vault/keychain/keychain.ts'

/** How far the write came: not carried out, an empty entry, or carried out without a reply. */
export const cuts = ['before', 'empty', 'after'] as const
export type Cut = (typeof cuts)[number]

/** The process or the keychain has ended; no call is answered any more. */
class CutOff extends Error {}

export interface CutKeychain extends Keychain {
  /** Interrupts the n-th write from now on. */
  cutAt(write: number, cut: Cut): void
  /** Works again, as after a restart. */
  repair(): void
  /** The number of writes and removals so far. */
  writes(): number
  /** All stored bytes, of every entry. */
  everything(): Buffer
  copy(): CutKeychain
  /** For reading and changing entries directly, as any program of the same user can. */
  readonly entries: Map<string, Buffer>
  /** Every value that was ever written, as a program that watches sees it. */
  readonly seen: readonly { readonly name: string; readonly value: Buffer }[]
}

/** `Entries` as Base64 by name. An empty entry is listed but does not exist. */
export function createCutKeychain(content: Readonly<Record<string, string>> = {}): CutKeychain {
  return open(new Map(Object.entries(content).map(([name, text]) => [name, Buffer.from(text, 'base64')])))
}

function open(entries: Map<string, Buffer>): CutKeychain {
  const seen: { name: string; value: Buffer }[] = []
  let writes = 0
  let cut: { readonly write: number; readonly how: Cut } | null = null
  let isCut = false

  const write = (name: string, action: () => void) => {
    if (isCut) throw new CutOff()
    writes += 1
    if (cut === null || writes < cut.write) {
      action()
      return
    }
    isCut = true
    if (cut.how === 'empty') entries.set(name, Buffer.alloc(0))
    if (cut.how === 'after') action()
    throw new CutOff()
  }
  const alive = () => { if (isCut) throw new CutOff() }

  return {
    entries, seen,
    async get(name) {
      alive()
      const value = entries.get(name)
      return success(value === undefined || value.length === 0 ? null : Buffer.from(value))
    },
    async set(name, value) {
      write(name, () => {
        entries.set(name, Buffer.from(value))
        seen.push({ name, value: Buffer.from(value) })
      })
      return success(null)
    },
    async delete(name) {
      const wasThere = entries.has(name)
      if (wasThere) write(name, () => entries.delete(name))
      return success(wasThere)
    },
    async list() {
      alive()
      return success([...entries.keys()])
    },
    cutAt(at, how) { cut = { write: writes + at, how } },
    repair() {
      cut = null
      isCut = false
    },
    writes: () => writes,
    everything: () => Buffer.concat([...entries.values()]),
    copy: () => open(new Map([...entries].map(([name, value]) => [name, Buffer.from(value)]))),
  }
}
