/** Derives a key from a passphrase with scrypt, and chooses the cost. */
import { createSecretKey, randomBytes, scrypt, type KeyObject } from 'node:crypto'
import { performance } from 'node:perf_hooks'

/** scrypt's parameters: CPU and memory cost, block size, repetitions. */
export interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** The minimum cost for a new passphrase, in parameters and in milliseconds on this computer. */
export interface LeastWork {
  readonly cost: ScryptCost
  readonly milliseconds: number
}

export const leastWork: LeastWork = { cost: { N: 2 ** 17, r: 8, p: 1 }, milliseconds: 250 }

/** A key with the parameters to derive it again. */
export interface DerivedKey {
  readonly key: KeyObject
  readonly salt: Buffer
  readonly cost: ScryptCost
}

const keyBytes = 32
const saltBytes = 16
const mostRepetitions = 16

/** Derives a key with a new salt; with more repetitions if the minimum cost takes too little time on this computer. */
export async function deriveNewKey(passphrase: string, { cost, milliseconds }: LeastWork): Promise<DerivedKey> {
  const salt = randomBytes(saltBytes)
  const began = performance.now()
  const key = await deriveKey(passphrase, salt, cost)
  const took = Math.max(performance.now() - began, 1)
  const p = Math.min(cost.p * Math.ceil(milliseconds / took), mostRepetitions)
  if (p <= cost.p) return { key, salt, cost }
  const raised = { ...cost, p }
  return { key: await deriveKey(passphrase, salt, raised), salt, cost: raised }
}

/**
 * Derives the key of a passphrase outside the main thread of this process. The passphrase is normalized (NFKC), because
 * keyboards compose characters differently.
 */
export async function deriveKey(passphrase: string, salt: Buffer, cost: ScryptCost): Promise<KeyObject> {
  const secret = Buffer.from(passphrase.normalize('NFKC'))
  // Twice what scrypt needs, because libraries count the memory differently.
  const maxmem = 256 * cost.r * (cost.N + cost.p)
  try {
    const derived = await new Promise<Buffer>((resolve, reject) => {
      scrypt(secret, salt, keyBytes, { ...cost, maxmem }, (error, bytes) => {
        if (error === null) resolve(bytes)
        else reject(error)
      })
    })
    const key = createSecretKey(derived)
    derived.fill(0)
    return key
  } finally {
    secret.fill(0)
  }
}

/** Parses the parameters in an entry; null for any that this application would not have written. */
export function costIn(value: unknown): ScryptCost | null {
  if (typeof value !== 'object' || value === null || !('N' in value) || !('r' in value) || !('p' in value)) return null
  const { N, r, p } = value
  if (typeof N !== 'number' || typeof r !== 'number' || typeof p !== 'number') return null
  // SECURITY: otherwise whoever can write the entry could make the vault use any amount of time and memory.
  const isPermitted = Number.isInteger(Math.log2(N)) && N >= 2 && N <= 2 ** 18 && r === 8
    && Number.isInteger(p) && p >= 1 && p <= mostRepetitions
  return isPermitted ? { N, r, p } : null
}
